// Whether the forms carry a bot check, and its answer, which is good for one call.

import { useState } from 'react'
import { botCheck } from '../../app/texts/auth.ts'
import { useGetBotCheckQuery } from './authApi.ts'

export type BotCheck = ReturnType<typeof useBotCheck>

export function useBotCheck() {
  const { data } = useGetBotCheckQuery()
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const isOpen = data?.enabled === true && token === null
  return {
    config: data?.enabled ? data : null,
    /** A new number is a new puzzle. */
    round,
    token: token ?? undefined,
    /** Still to be passed before anything may be sent. */
    isOpen,
    /** Why a form may not be sent yet. */
    refusal: isOpen ? { code: 'bot_check_required', message: botCheck.first } : null,
    setToken,
    /** The answer was shown to the server, or thrown away: the next call needs a new one. */
    renew: () => {
      setToken(null)
      setRound((count) => count + 1)
    },
  }
}
