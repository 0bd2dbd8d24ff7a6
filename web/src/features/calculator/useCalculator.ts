import { type FormEvent, useState } from 'react'
import { useLayout } from '../../app/layout.ts'
import { isProblem } from '../../app/problem.ts'
import type { CalculationRequest } from '../../app/wire/calculator.ts'
import { useCalculateMutation } from './calculatorApi.ts'
import {
  type CalculatorForm,
  type CalculatorProblems,
  emptyForm,
  fieldOf,
  problemsOf,
  toRequest,
} from './calculatorForm.ts'

export function useCalculator() {
  const hasBounds = useLayout() === 'desktop'
  const [form, setForm] = useState(emptyForm)
  const [problems, setProblems] = useState<CalculatorProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [request, setRequest] = useState<CalculationRequest | null>(null)
  const [calculate, { data, error, isLoading, reset }] = useCalculateMutation()

  /** Editing a field clears the previous result and error: they belong to other figures. */
  function edit(change: Partial<CalculatorForm>) {
    setForm((before) => ({ ...before, ...change }))
    setProblems((before) => {
      const rest = { ...before }
      for (const name of Object.keys(change)) delete rest[name as keyof CalculatorForm]
      return rest
    })
    if (data || error) reset()
  }

  async function run(edition?: string) {
    const asked = toRequest(form, edition)
    setRequest(asked)
    const answer = await calculate(asked)
    if (!isProblem(answer.error) || !answer.error.errors) return
    const found = answer.error.errors.map((one) => [fieldOf[one.field] ?? 'price', one.message])
    setProblems(Object.fromEntries(found))
    setAttempt((count) => count + 1)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemsOf(form, hasBounds)
    setProblems(found)
    if (Object.keys(found).length === 0) void run()
    else setAttempt((count) => count + 1)
  }

  return { form, edit, submit, run, problems, attempt, request, data, error, isLoading, hasBounds }
}
