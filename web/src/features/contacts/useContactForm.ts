import { type FormEvent, useEffect, useRef, useState } from 'react'
import { recordEngagement } from '../../app/engagement.ts'
import { successMessage } from '../../app/limits.ts'
import { isProblem } from '../../app/problem.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import {
  blank,
  type ContactField,
  type ContactProblems,
  findProblem,
  findProblems,
  type MessageValues,
  readDraft,
  saveDraft,
  toMessage,
} from './contactMessage.ts'
import { useSendContactMessageMutation } from './contactsApi.ts'

export const idOf = (field: string) => `contact-${field}`

export function useContactForm() {
  const [typed, setTyped] = useState<MessageValues>(blank)
  const [problems, setProblems] = useState<ContactProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [isThanking, setThanking] = useState(false)
  const openedAt = useRef(0)
  const [send, { isLoading, error, data, reset }] = useSendContactMessageMutation()

  // After hydration: the prerendered form has no draft.
  useEffect(() => {
    openedAt.current = performance.now()
    setTyped(readDraft())
  }, [])

  useEffect(() => {
    if (!isThanking) return
    const timer = setTimeout(() => setThanking(false), successMessage)
    return () => clearTimeout(timer)
  }, [isThanking])

  function change(name: ContactField, value: string | boolean) {
    const next = { ...typed, [name]: value }
    setTyped(next)
    saveDraft(next)
    setProblems(({ [name]: _mended, ...rest }) => rest)
    if (error) reset()
  }

  /** Checks a field when the user leaves it; an untouched empty field shows no error yet. */
  function check(name: ContactField) {
    if (attempt === 0 && !typed[name]) return
    const problem = findProblem(name, typed)
    if (problem) setProblems((before) => ({ ...before, [name]: problem }))
  }

  const request = useSingleFlight(async () => {
    const found = findProblems(typed)
    setProblems(found)
    if (Object.keys(found).length > 0) {
      setAttempt((count) => count + 1)
      return
    }
    const filledIn = Math.round(performance.now() - openedAt.current)
    const answer = await send(toMessage(typed, filledIn))
    if (answer.data) {
      recordEngagement()
      setTyped(blank)
      saveDraft(blank)
      setAttempt(0)
      setThanking(true)
      openedAt.current = performance.now()
    } else if (isProblem(answer.error) && answer.error.errors) {
      setProblems(Object.fromEntries(answer.error.errors.map((p) => [p.field, p.message])))
      setAttempt((count) => count + 1)
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void request()
  }
  const field = (name: Exclude<ContactField, 'consent'>) => ({
    id: idOf(name),
    name,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => check(name),
  })
  const consent = {
    id: idOf('consent'),
    name: 'consent',
    checked: typed.consent,
    error: problems.consent,
    onChange: (event: { target: { checked: boolean } }) => change('consent', event.target.checked),
  }
  const listed = Object.entries(problems).flatMap(([name, message]) =>
    message ? [{ field: idOf(name), message }] : [],
  )
  return { field, consent, listed, attempt, submit, isLoading, isThanking, error, answer: data }
}
