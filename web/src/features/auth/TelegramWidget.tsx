import { useEffect, useRef } from 'react'
import type { WidgetData } from './socialApi.ts'

declare global {
  interface Window {
    onTelegramAuth?: (data: WidgetData) => void
  }
}

const address = 'https://telegram.org/js/telegram-widget.js?22'

/** Telegram's own button: it signs the person in without a popup of ours. */
export function TelegramWidget(props: { bot: string; onAnswer: (data: WidgetData) => void }) {
  const { bot, onAnswer } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onAnswer)
  useEffect(() => {
    latest.current = onAnswer
  })
  useEffect(() => {
    window.onTelegramAuth = (data) => latest.current(data)
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.dataset.telegramLogin = bot
    script.dataset.size = 'large'
    script.dataset.onauth = 'onTelegramAuth(user)'
    const inside = place.current
    inside?.append(script)
    return () => {
      inside?.replaceChildren()
      delete window.onTelegramAuth
    }
  }, [bot])
  return <div ref={place} className="auth-widget" />
}
