import { useEffect, useRef, useState } from 'react'
import { social as limits } from '../../app/limits.ts'
import { social as texts } from '../../app/texts/social.ts'
import type { WidgetData } from './socialApi.ts'

type Told = { event?: string; width?: unknown; height?: unknown; auth_data?: WidgetData }

function read(text: unknown): Told {
  try {
    const told: unknown = JSON.parse(String(text))
    return typeof told === 'object' && told !== null ? told : {}
  } catch {
    return {}
  }
}

type Size = { width: number; height: number }
const large: Size = { width: 238, height: 40 }
const largest: Size = { width: 400, height: 240 }

/** What the frame asks for, within what the dialog can give. */
function sized(told: Told, before: Size): Size {
  const at = (asked: unknown, now: number, most: number) =>
    typeof asked === 'number' || typeof asked === 'string'
      ? Math.min(Math.max(Number.parseInt(String(asked), 10) || now, 1), most)
      : now
  return {
    width: at(told.width, before.width, largest.width),
    height: at(told.height, before.height, largest.height),
  }
}

type Props = { address: string; onAnswer: (data: WidgetData) => void }

/**
 * Telegram's own button, in the frame that Telegram's script would make. The script itself stays out: it turns
 * its settings into code, which the policy of the pages forbids; what the frame says is as easily heard by us.
 */
export function TelegramWidget({ address, onAnswer }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [size, setSize] = useState(large)
  const [isSilent, setSilent] = useState(false)
  const latest = useRef(onAnswer)
  useEffect(() => {
    latest.current = onAnswer
  })
  useEffect(() => {
    const silence = setTimeout(() => setSilent(true), limits.minimumExchangeWait)
    function hear(event: MessageEvent) {
      const isFrame = event.source === frame.current?.contentWindow
      if (!isFrame || event.origin !== new URL(address).origin) return
      clearTimeout(silence)
      setSilent(false)
      const told = read(event.data)
      if (told.event === 'resize') setSize((before) => sized(told, before))
      if (told.event === 'auth_user' && told.auth_data) latest.current(told.auth_data)
    }
    window.addEventListener('message', hear)
    return () => {
      window.removeEventListener('message', hear)
      clearTimeout(silence)
    }
  }, [address])
  const query = new URLSearchParams({ origin: location.origin, size: 'large', lang: 'ru' })
  return (
    <>
      <iframe
        ref={frame}
        className="auth-widget"
        title={texts.widget}
        src={`${address}?${query}`}
        {...size}
      />
      {isSilent && <p role="alert">{texts.widgetSilent}</p>}
    </>
  )
}
