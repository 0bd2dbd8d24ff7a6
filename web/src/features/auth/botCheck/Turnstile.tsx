import { useEffect, useEffectEvent, useRef } from 'react'
import type { WidgetProps } from './BotCheckField.tsx'

/** The part of Cloudflare's global `turnstile` object that this component calls. */
type TurnstileApi = {
  render: (container: HTMLElement, options: Record<string, unknown>) => string
  remove: (widget: string) => void
}

declare global {
  interface Window {
    turnstile?: TurnstileApi
  }
}

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** The script is loaded when a form first needs it. A later call retries a failed load. */
let loading: Promise<TurnstileApi> | null = null

function loadTurnstile(): Promise<TurnstileApi> {
  loading ??= new Promise<TurnstileApi>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    script.onload = () =>
      window.turnstile ? resolve(window.turnstile) : reject(new Error(scriptUrl))
    script.onerror = () => reject(new Error(scriptUrl))
    document.head.append(script)
  }).catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/** Cloudflare's widget. If it is blocked or slow, the form shows an error. */
export default function Turnstile({ siteKey, ...handlers }: WidgetProps & { siteKey: string }) {
  const container = useRef<HTMLDivElement>(null)
  const solved = useEffectEvent(handlers.onSolved)
  const failed = useEffectEvent(handlers.onFailed)
  const expired = useEffectEvent(handlers.onExpired)
  useEffect(() => {
    let isUnmounted = false
    let rendered: { turnstile: TurnstileApi; widget: string } | null = null
    loadTurnstile().then(
      (turnstile) => {
        if (isUnmounted || !container.current) return
        const widget = turnstile.render(container.current, {
          sitekey: siteKey,
          language: 'ru',
          theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
          callback: (token: string) => solved(token),
          'error-callback': () => failed(),
          'expired-callback': () => expired(),
        })
        rendered = { turnstile, widget }
      },
      () => !isUnmounted && failed(),
    )
    return () => {
      isUnmounted = true
      rendered?.turnstile.remove(rendered.widget)
    }
  }, [siteKey])
  return <div ref={container} className="auth-turnstile" />
}
