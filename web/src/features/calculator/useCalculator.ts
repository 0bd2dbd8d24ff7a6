import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { recordEngagement } from '../../app/engagement.ts'
import { useLayout } from '../../app/layout.ts'
import { isProblem } from '../../app/problem.ts'
import type { CalculationRead, CalculationRequest } from '../../app/wire/calculator.ts'
import { useCalculateMutation } from './calculatorApi.ts'
import {
  type CalculatorForm,
  type CalculatorProblems,
  emptyForm,
  fieldOf,
  findProblems,
  toRequest,
} from './calculatorForm.ts'
import { formFromLink } from './formFromLink.ts'

type Result = { data: CalculationRead; request: CalculationRequest }

export function useCalculator() {
  const hasBounds = useLayout() === 'desktop'
  const [form, setForm] = useState(emptyForm)
  const [problems, setProblems] = useState<CalculatorProblems>({})
  const [attempt, setAttempt] = useState(0)
  // The mutation forgets its data when it runs again; this result stays on screen meanwhile.
  const [result, setResult] = useState<Result | null>(null)
  const [calculate, { error, isLoading, reset }] = useCalculateMutation()

  // The figures of the call under way; an answer to any others comes too late.
  const awaited = useRef<CalculationRequest | null>(null)

  /** Editing a field clears the previous result and error, and one still to come: they belong to other figures. */
  function edit(change: Partial<CalculatorForm>) {
    setForm((before) => ({ ...before, ...change }))
    setProblems((before) => {
      const rest = { ...before }
      for (const name of Object.keys(change)) delete rest[name as keyof CalculatorForm]
      return rest
    })
    awaited.current = null
    setResult(null)
    if (error || isLoading) reset()
  }

  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address.
  useEffect(() => {
    const sent = formFromLink(search)
    if (!sent) return
    edit(sent)
    if (Object.keys(findProblems(sent, hasBounds)).length === 0) void ask(toRequest(sent))
  }, [search])

  const run = (edition?: string) => ask(toRequest(form, edition))

  async function ask(asked: CalculationRequest) {
    awaited.current = asked
    const answer = await calculate(asked)
    if (awaited.current !== asked) return
    if (answer.data) {
      recordEngagement()
      setResult({ data: answer.data, request: asked })
    }
    if (!isProblem(answer.error) || !answer.error.errors) return
    const found = answer.error.errors.map((one) => [fieldOf[one.field] ?? 'price', one.message])
    setProblems(Object.fromEntries(found))
    setAttempt((count) => count + 1)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = findProblems(form, hasBounds)
    setProblems(found)
    if (Object.keys(found).length === 0) void run()
    else setAttempt((count) => count + 1)
  }

  return { form, edit, submit, run, problems, attempt, result, error, isLoading, hasBounds }
}
