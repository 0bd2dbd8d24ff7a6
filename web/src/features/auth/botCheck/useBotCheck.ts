// The bot check of a form and its token, which is valid for one request.

import { useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { type Form, type FormOptions, useForm } from '../../../shared/form/useForm.ts'
import { botCheck } from '../../../shared/texts/auth.ts'
import { useGetBotCheckQuery } from '../signIn/authApi.ts'

export type BotCheck = ReturnType<typeof useBotCheck>

export function useBotCheck() {
  const { data } = useGetBotCheckQuery()
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const isPending = data?.enabled === true && token === null
  return {
    config: data?.enabled ? data : null,
    /** A new number requests a new puzzle. */
    round,
    token: token ?? undefined,
    /** The check is not passed yet. */
    isPending,
    /** Why the form cannot be sent yet. */
    refusal: isPending ? { code: 'bot_check_required', message: botCheck.first } : null,
    setToken,
    /** Discards the used token; the next request needs a new one. */
    renew: () => {
      setToken(null)
      setRound((count) => count + 1)
    },
  }
}

/**
 * A form that sends the token of the bot check. The error "pass the bot check first" disappears once the
 * check is passed.
 */
export function useCheckedForm<Values extends object>(
  check: BotCheck,
  { send, ...options }: FormOptions<Values>,
): Form<Values> {
  const form = useForm({
    unsent: 'brief',
    ...options,
    send: async (values) => {
      if (check.refusal) return { error: check.refusal }
      const answer = await send(values)
      check.renew()
      return answer
    },
  })
  const isAsked = isProblem(form.failure) && form.failure.code === 'bot_check_required'
  return isAsked && !check.isPending ? { ...form, failure: null } : form
}
