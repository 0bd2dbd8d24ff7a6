// State of one small form: what is typed, what is wrong with it, and how often it was refused.

import { type FormEvent, useEffect, useId, useState } from 'react'
import { isProblem } from '../../app/problem.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { type Problems, problemsOf, type Typed } from './authProblems.ts'

type Checks = Parameters<typeof problemsOf>[0]

/** `send` answers with the failed call's error, or nothing when all went well. */
export function useForm(checks: Checks, initial: Typed, send: (typed: Typed) => Promise<unknown>) {
  const prefix = useId()
  const [typed, setTyped] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)

  // In a dialog, a step that takes the place of another takes its focus too, which fell with the pressed button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form comes once.
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
    const problem = problemsOf(checks, typed)[name]
    // An untouched field is not scolded for being empty.
    if (problem && (attempt > 0 || typed[name])) setProblems((all) => ({ ...all, [name]: problem }))
  }

  const request = useSingleFlight(async () => {
    const found = problemsOf(checks, typed)
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
