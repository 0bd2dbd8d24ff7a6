import { type FormEvent, useEffect, useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { successMessage } from '../../app/limits.ts'
import { isProblem } from '../../app/problem.ts'
import { customerChanged, type User } from '../../app/sessionEvents.ts'
import { profile as texts } from '../../app/texts/profile.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { formatPhone, phoneNumber } from '../../lib/phone'
import { useChangeProfileMutation } from './dashboardApi.ts'

const fieldNames = ['first_name', 'last_name', 'phone'] as const
type FieldName = (typeof fieldNames)[number]
type ProfileFields = Record<FieldName, string>
type Problems = Partial<Record<FieldName, string>>

const fieldId = (name: string) => `profile-${name}`

function validateField(name: FieldName, typed: ProfileFields): string | undefined {
  const value = typed[name].trim()
  if (name === 'phone') return !value || phoneNumber(value) ? undefined : texts.missing.phone
  return value ? undefined : texts.missing[name]
}

export function useProfileForm(user: User) {
  const [typed, setTyped] = useState<ProfileFields>({
    first_name: user.first_name,
    last_name: user.last_name,
    phone: formatPhone(user.phone ?? ''),
  })
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  /** Changes with every save: as a React key it resets the form, so nothing counts as unsent. */
  const [savedCount, setSavedCount] = useState(0)
  const [isSavedShown, setSavedShown] = useState(false)
  const dispatch = useAppDispatch()
  const [send, { isLoading, error, reset }] = useChangeProfileMutation()

  useEffect(() => {
    if (!isSavedShown) return
    const timer = setTimeout(() => setSavedShown(false), successMessage)
    return () => clearTimeout(timer)
  }, [isSavedShown])

  function change(name: FieldName, value: string) {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _corrected, ...rest }) => rest)
    setSavedShown(false)
    if (error) reset()
  }

  const submit = useSingleFlight(async () => {
    const found = Object.fromEntries(
      fieldNames.flatMap((name) => {
        const problem = validateField(name, typed)
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
      setSavedCount((count) => count + 1)
      setSavedShown(true)
    } else if (isProblem(answer.error) && answer.error.errors) {
      setProblems(Object.fromEntries(answer.error.errors.map((one) => [one.field, one.message])))
      setAttempt((count) => count + 1)
    }
  })

  const fieldProps = (name: FieldName) => ({
    id: fieldId(name),
    name,
    label: texts.fields[name],
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => {
      const problem = validateField(name, typed)
      if (problem) setProblems((before) => ({ ...before, [name]: problem }))
    },
  })
  const summary = Object.entries(problems).flatMap(([name, message]) =>
    message ? [{ field: fieldId(name), message }] : [],
  )
  return {
    fieldProps,
    summary,
    attempt,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    isLoading,
    isSavedShown,
    error,
    savedCount,
  }
}
