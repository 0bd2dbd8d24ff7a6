import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useLazyCalculateQuery } from '../../api/calculations.ts'
import type { CalculationRead, CalculationRequest } from '../../api/wire/calculator.ts'
import { useLayout } from '../../platform/layout.ts'
import { recordEngagement } from '../../shared/engagement.ts'
import { readDraft, saveDraft } from '../../shared/form/draft.ts'
import { type Form, useForm } from '../../shared/form/useForm.ts'
import {
  type CalculatorForm,
  type ChosenEdition,
  emptyForm,
  findCalculatorProblems,
  formFieldByErrorField,
  toRequest,
} from './calculatorForm.ts'
import {
  readEditionFromLink,
  readFormFromLink,
  readManufactureDateFromLink,
} from './formFromLink.ts'

type Result = { data: CalculationRead; request: CalculationRequest }

export function useCalculator() {
  const hasBounds = useLayout() === 'desktop'
  // The result stays on the screen while it is recalculated with another edition.
  const [result, setResult] = useState<Result | null>(null)
  const [calculate] = useLazyCalculateQuery()
  const [isRunning, setRunning] = useState(false)
  // The error of another edition is shown beside the result, because the form may be far above it.
  const [editionError, setEditionError] = useState<unknown>(null)
  // The edition stays selected while values are edited, so that one visit does not mix two editions.
  const chosenEdition = useRef<ChosenEdition>({})
  // The current request. Responses to other requests are ignored.
  const currentRequest = useRef<CalculationRequest | null>(null)

  // The date of manufacture from the link. It counts until the age is edited.
  const [manufactureDate, setManufactureDate] = useState<string>()

  const form = useForm<CalculatorForm>({
    id: 'calculator',
    initial: emptyForm,
    unsent: 'nothing',
    check: (values) => findCalculatorProblems(values, { hasBounds }),
    renamed: formFieldByErrorField,
    // The shown result and a pending response belong to the previous values.
    onChange: (changed) => {
      if ('age' in changed) setManufactureDate(undefined)
      currentRequest.current = null
      setRunning(false)
      setResult(null)
      setEditionError(null)
    },
    // The request is not awaited, so that changed values can be sent while the previous ones are calculated.
    send: async (values) =>
      void request(toRequest(values, chosenEdition.current, manufactureDate), form.showError),
  })

  const { search } = useLocation()
  useKeptInput(form, search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each URL.
  useEffect(() => {
    const linked = readFormFromLink(search)
    if (!linked) return
    form.change(linked)
    const linkedDate = readManufactureDateFromLink(search)
    setManufactureDate(linkedDate)
    chosenEdition.current = readEditionFromLink(search)
    if (Object.keys(findCalculatorProblems(linked, { hasBounds })).length === 0)
      void request(toRequest(linked, chosenEdition.current, linkedDate), form.showError)
  }, [search])

  async function request(body: CalculationRequest, showError: (error: unknown) => void) {
    currentRequest.current = body
    setRunning(true)
    setEditionError(null)
    const { data, error } = await calculate(body)
    if (currentRequest.current !== body) return
    setRunning(false)
    if (error) showError(error)
    if (!data) return
    recordEngagement()
    setResult({ data, request: body })
  }

  /** Recalculates with another tariff edition, by default with the site's edition. */
  function chooseEdition(edition?: string) {
    const before = chosenEdition.current
    chosenEdition.current = edition ? { edition } : {}
    const body = toRequest(form.values, chosenEdition.current, manufactureDate)
    void request(body, (error) => {
      // The shown result still belongs to the previous edition.
      chosenEdition.current = before
      setEditionError(error)
    })
  }

  return { form, manufactureDate, result, isRunning, chooseEdition, editionError, hasBounds }
}

const draftKey = 'calculator_draft'

/**
 * Keeps the typed values while another page replaces this one, such as that of a sign-in. The form's own drafts end
 * when a form is sent, but these values stay after a calculation. Values from a link are in its URL.
 */
function useKeptInput(form: Form<CalculatorForm>, search: string) {
  const [isKept] = useState(() => readFormFromLink(search) === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the hydration of the empty form.
  useEffect(() => {
    const draft = isKept ? readDraft(draftKey, emptyForm) : {}
    if (Object.keys(draft).length > 0) form.change(draft)
  }, [])
  useEffect(() => {
    if (isKept) saveDraft(draftKey, form.values, emptyForm)
  }, [isKept, form.values])
}
