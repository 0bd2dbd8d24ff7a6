// The bot check of the forms and its token, which is valid for one call.

import { useState } from 'react'
import { isProblem } from '../../app/problem.ts'
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
    /** A new number requests a new puzzle. */
    round,
    token: token ?? undefined,
    /** The check is not passed yet. */
    isOpen,
    /** Why a form may not be sent yet. */
    refusal: isOpen ? { code: 'bot_check_required', message: botCheck.first } : null,
    setToken,
    /** Discards the used token: the next call needs a new one. */
    renew: () => {
      setToken(null)
      setRound((count) => count + 1)
    },
  }
}

/** The form without the error that asked for the bot check, once the check has been passed. */
export function withoutPassedCheck<Form extends { failure: unknown }>(form: Form, check: BotCheck) {
  const isAsked = isProblem(form.failure) && form.failure.code === 'bot_check_required'
  return isAsked && !check.isOpen ? { ...form, failure: null } : form
}
