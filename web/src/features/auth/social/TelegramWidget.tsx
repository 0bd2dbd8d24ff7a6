import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { socialLimits as limits } from '../../../shared/limits.ts'
import { social as texts } from '../../../shared/texts/social.ts'
import type { WidgetData } from './socialApi.ts'

type WidgetMessage = { event?: string; width?: unknown; height?: unknown; auth_data?: WidgetData }

function parseMessage(text: unknown): WidgetMessage {
  try {
    const message: unknown = JSON.parse(String(text))
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}

type Size = { width: number; height: number }
const defaultSize: Size = { width: 238, height: 40 }
const maxSize: Size = { width: 400, height: 240 }

/** The size that the frame requests, limited to the dialog. */
function limitSize(message: WidgetMessage, before: Size): Size {
  const limitLength = (requested: unknown, current: number, max: number) =>
    typeof requested === 'number' || typeof requested === 'string'
      ? Math.min(Math.max(Number.parseInt(String(requested), 10) || current, 1), max)
      : current
  return {
    width: limitLength(message.width, before.width, maxSize.width),
    height: limitLength(message.height, before.height, maxSize.height),
  }
}

type Props = { url: string; onAnswer: (data: WidgetData) => void }

/**
 * Telegram's own button, in the frame that Telegram's script would create. The script is not
 * loaded, because it evaluates its settings as code, which the CSP forbids. This component handles
 * the frame's messages itself.
 */
export function TelegramWidget({ url, onAnswer }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [size, setSize] = useState(defaultSize)
  const [isSilent, setSilent] = useState(false)
  const answer = useEffectEvent(onAnswer)
  useEffect(() => {
    const silenceTimer = setTimeout(() => setSilent(true), limits.minimumExchangeWait)
    function handleMessage(event: MessageEvent) {
      const isFrame = event.source === frame.current?.contentWindow
      if (!isFrame || event.origin !== new URL(url).origin) return
      clearTimeout(silenceTimer)
      setSilent(false)
      const message = parseMessage(event.data)
      if (message.event === 'resize') setSize((before) => limitSize(message, before))
      if (message.event === 'auth_user' && message.auth_data) answer(message.auth_data)
    }
    window.addEventListener('message', handleMessage)
    return () => {
      window.removeEventListener('message', handleMessage)
      clearTimeout(silenceTimer)
    }
  }, [url])
  const query = new URLSearchParams({ origin: location.origin, size: 'large', lang: 'ru' })
  return (
    <>
      <iframe
        ref={frame}
        className="auth-widget"
        title={texts.widget}
        src={`${url}?${query}`}
        {...size}
      />
      {isSilent && <p role="alert">{texts.widgetSilent}</p>}
    </>
  )
}
