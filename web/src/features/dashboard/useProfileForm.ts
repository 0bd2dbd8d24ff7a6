import { type FormEvent, useEffect, useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { successMessage } from '../../app/limits.ts'
import { isProblem } from '../../app/problem.ts'
import { customerChanged, type User } from '../../app/sessionEvents.ts'
import { profile as texts } from '../../app/texts/profile.ts'
import { useOnce } from '../../app/useOnce.ts'
import { formatPhone, phoneNumber } from '../../lib/phone'
import { useChangeProfileMutation } from './dashboardApi.ts'

const names = ['first_name', 'last_name', 'phone'] as const
type Name = (typeof names)[number]
type Typed = Record<Name, string>
type Problems = Partial<Record<Name, string>>

const idOf = (name: string) => `profile-${name}`

function problemWith(name: Name, typed: Typed): string | undefined {
  const value = typed[name].trim()
  if (name === 'phone') return !value || phoneNumber(value) ? undefined : texts.missing.phone
  return value ? undefined : texts.missing[name]
}

export function useProfileForm(user: User) {
  const [typed, setTyped] = useState<Typed>({
    first_name: user.first_name,
    last_name: user.last_name,
    phone: formatPhone(user.phone ?? ''),
  })
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  /** Grows with every saving: the form is then drawn anew and holds nothing unsent. */
  const [saved, setSaved] = useState(0)
  const [isThanking, setThanking] = useState(false)
  const dispatch = useAppDispatch()
  const [send, { isLoading, error, reset }] = useChangeProfileMutation()

  useEffect(() => {
    if (!isThanking) return
    const timer = setTimeout(() => setThanking(false), successMessage)
    return () => clearTimeout(timer)
  }, [isThanking])

  function change(name: Name, value: string) {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _mended, ...rest }) => rest)
    setThanking(false)
    if (error) reset()
  }

  const submit = useOnce(async () => {
    const found = Object.fromEntries(
      names.flatMap((name) => {
        const problem = problemWith(name, typed)
        return problem ? [[name, problem]] : []
      }),
    )
    setProblems(found)
    if (Object.keys(found).length > 0) return setAttempt((count) => count + 1)
    const answer = await send({
      first_name: typed.first_name.trim(),
      last_name: typed.last_name.trim(),
      phone: phoneNumber(typed.phone),
    })
    if (answer.data) {
      dispatch(customerChanged(answer.data.user))
      setAttempt(0)
      setSaved((count) => count + 1)
      setThanking(true)
    } else if (isProblem(answer.error) && answer.error.errors) {
      setProblems(Object.fromEntries(answer.error.errors.map((one) => [one.field, one.message])))
      setAttempt((count) => count + 1)
    }
  })

  const field = (name: Name) => ({
    id: idOf(name),
    name,
    label: texts.fields[name],
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => {
      const problem = problemWith(name, typed)
      if (problem) setProblems((before) => ({ ...before, [name]: problem }))
    },
  })
  const listed = Object.entries(problems).flatMap(([name, message]) =>
    message ? [{ field: idOf(name), message }] : [],
  )
  return {
    field,
    listed,
    attempt,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    isLoading,
    isThanking,
    error,
    saved,
  }
}
