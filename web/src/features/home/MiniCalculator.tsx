import { useEffect, useState } from 'react'
import { useCalculateQuery } from '../../api/calculations.ts'
import { describeProblem, getRequestId } from '../../api/problem.ts'
import type { CalculationRequest } from '../../api/wire/calculator.ts'
import { toIsoDay } from '../../lib/dates.ts'
import { parseNumber } from '../../lib/typedNumbers.ts'
import { buildCalculatorPath } from '../../shared/calculatorLink.ts'
import { readDraft, saveDraft } from '../../shared/form/draft.ts'
import { anchors } from '../../shared/paths.ts'
import { mini } from '../../shared/texts/homeFirstScreen.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/Note.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioSegments } from '../../ui/RadioSegments.tsx'
import { MiniResult } from './MiniResult.tsx'

// The delay between the last key and the request (ms).
const requestDelayMs = 350
const ages = [
  { value: '2', label: mini.ages.young },
  { value: '4', label: mini.ages.middle },
  { value: '6', label: mini.ages.old },
]
const draftKey = 'mini_calculator_draft'
const example = { price: '3 000 000', age: '4', volume: '2,0', power: '190' }

const isPositive = (value: number | null): value is number => value !== null && value > 0

function toRequest(typed: typeof example): Omit<CalculationRequest, 'declaration_date'> | null {
  const price = parseNumber(typed.price)
  const volume = parseNumber(typed.volume)
  const power = parseNumber(typed.power)
  if (!isPositive(price) || !isPositive(volume) || !isPositive(power)) return null
  return {
    price,
    age: Number(typed.age),
    engineVolumeLiters: volume,
    enginePower: power,
    enginePowerUnit: 'hp',
    fuelType: 'petrol',
    importCategory: 'personal',
    isElectric: false,
    isCommercial: false,
  }
}

/** The request after a pause in typing; null before hydration and while a field is empty. */
function useRequest(typed: typeof example): CalculationRequest | null {
  const [request, setRequest] = useState<CalculationRequest | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const typedRequest = toRequest(typed)
      // The declaration has the date in Moscow, whatever the visitor's time zone.
      setRequest(typedRequest && { ...typedRequest, declaration_date: toIsoDay(new Date()) })
    }, requestDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  return request
}

export default function MiniCalculator() {
  const [typed, setTyped] = useState(example)
  // Typed values stay while another page replaces this one, such as the personal area after a sign-in.
  useEffect(() => {
    const draft = readDraft(draftKey, example)
    setTyped((shown) => ({ ...shown, ...draft }))
  }, [])
  useEffect(() => saveDraft(draftKey, typed, example), [typed])
  const request = useRequest(typed)
  const { data, error, refetch, isFetching } = useCalculateQuery(
    request ?? ({} as CalculationRequest),
    { skip: !request },
  )
  const change = (field: keyof typeof example) => (event: { target: { value: string } }) =>
    setTyped((before) => ({ ...before, [field]: event.target.value }))
  const isComplete = toRequest(typed) !== null
  return (
    <form
      id="mini-calculator"
      className="home-mini"
      aria-labelledby="mini-title"
      onSubmit={(event) => event.preventDefault()}
    >
      <h2 id="mini-title" className="h3">
        {mini.title}
      </h2>
      <div className="stack-12 home-mini-fields">
        <NumberField
          label={mini.price}
          unit="₽"
          decimal
          value={typed.price}
          onChange={change('price')}
        />
        <RadioSegments
          label={mini.age}
          name="age"
          options={ages}
          value={typed.age}
          onChange={change('age')}
        />
        <div className="home-mini-two">
          <NumberField
            label={mini.engine}
            unit={mini.litres}
            decimal
            value={typed.volume}
            onChange={change('volume')}
          />
          <NumberField
            label={mini.power}
            unit={mini.horsepower}
            decimal
            value={typed.power}
            onChange={change('power')}
          />
        </div>
      </div>
      {error && isComplete && !isFetching ? (
        <div className="home-mini-result is-failed">
          <ErrorNote title={mini.failed} code={getRequestId(error)} onRetry={refetch}>
            {describeProblem(error, '')}
          </ErrorNote>
        </div>
      ) : (
        <MiniResult
          estimate={error ? undefined : data}
          isBusy={isFetching}
          isComplete={isComplete}
        />
      )}
      <div className="btns home-mini-buttons">
        <LinkButton to={anchors.quickRequest}>{mini.request}</LinkButton>
        <LinkButton to={buildCalculatorPath(toRequest(typed) ?? {})} variant="text" wide>
          {mini.details}
        </LinkButton>
      </div>
    </form>
  )
}
