// State of one small form: its values, its problems and the number of failed submits.

import { type FormEvent, useEffect, useId, useState } from 'react'
import { isProblem } from '../../app/problem.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { type FormValues, findProblems, type Problems } from './authChecks.ts'

type Checks = Parameters<typeof findProblems>[0]

/** `send` returns the error of the failed call, or nothing on success. */
export function useForm(
  checks: Checks,
  initial: FormValues,
  send: (typed: FormValues) => Promise<unknown>,
) {
  const prefix = useId()
  const [typed, setTyped] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)

  // In a dialog, a new step takes the focus, which was lost with the button of the previous step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form is mounted.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const names = Object.keys(typed)
    const first = names.find((name) => typed[name] === '') ?? names[0]
    const field = document.getElementById(`${prefix}-${first}`)
    if (field?.closest('[role="dialog"]')) field.focus()
  }, [])

  function set(name: string, value: string | boolean) {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _mended, ...rest }) => rest)
    setFailure(null)
  }

  function check(name: string) {
    const problem = findProblems(checks, typed)[name]
    // An untouched empty field shows no error yet.
    if (problem && (attempt > 0 || typed[name])) setProblems((all) => ({ ...all, [name]: problem }))
  }

  const request = useSingleFlight(async () => {
    const found = findProblems(checks, typed)
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0) {
      setAttempt((count) => count + 1)
      return
    }
    const error = await send(typed)
    if (!error) return
    setFailure(error)
    if (isProblem(error) && error.errors) {
      setProblems(Object.fromEntries(error.errors.map((one) => [one.field, one.message])))
      setAttempt((count) => count + 1)
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void request()
  }

  const field = (name: string) => ({
    id: `${prefix}-${name}`,
    name,
    value: String(typed[name] ?? ''),
    error: problems[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    onBlur: () => check(name),
  })
  const tick = (name: string) => ({
    id: `${prefix}-${name}`,
    name,
    checked: typed[name] === true,
    error: problems[name],
    onChange: (event: { target: { checked: boolean } }) => set(name, event.target.checked),
  })
  const listed = Object.entries(problems).map(([name, message]) => ({
    field: `${prefix}-${name}`,
    message,
  }))
  return { typed, set, submit, field, tick, problems: listed, attempt, failure }
}
