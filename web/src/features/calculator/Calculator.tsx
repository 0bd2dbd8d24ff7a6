import { useEffect, useRef } from 'react'
import { ActionError } from '../../shared/ActionError.tsx'
import { FormErrors } from '../../shared/form/FormErrors.tsx'
import { OutlookSection } from '../../shared/outlook/OutlookSection.tsx'
import { blankParts, result, calculator as texts } from '../../shared/texts/calculator.ts'
import { Button } from '../../ui/Button.tsx'
import { Swatch } from '../../ui/Swatch.tsx'
import { CustomsBreakdown } from './CustomsBreakdown.tsx'
import './calculator.css'
import { CalculationWarnings } from './CalculationWarnings.tsx'
import { CalculatorFields } from './CalculatorFields.tsx'
import { EditionTiles } from './EditionTiles.tsx'
import { PowerRange } from './PowerRange.tsx'
import { Scenarios } from './Scenarios.tsx'
import { ShareBar } from './ShareBar.tsx'
import { useCalculator } from './useCalculator.ts'

/** The page provides the heading, which is the region's accessible name. */
export default function Calculator() {
  const calculator = useCalculator()
  const { form, manufactureDate, isRunning, hasBounds } = calculator
  return (
    <div className="calc">
      <form {...form.props} className="stack-24 no-print">
        <FormErrors form={form} fallback={texts.failed} />
        <CalculatorFields form={form} manufactureDate={manufactureDate} hasBounds={hasBounds} />
        <Button type="submit" wide pendingLabel={isRunning && texts.submitting}>
          {texts.submit}
        </Button>
      </form>
      <Result calculator={calculator} />
    </div>
  )
}

type CalculatorState = ReturnType<typeof useCalculator>

function Result({ calculator }: { calculator: CalculatorState }) {
  const { chooseEdition, editionError, isRunning } = calculator
  return (
    <>
      {/* Screen readers announce only additions to an existing live region. */}
      <div className="calc-live" aria-live="polite" aria-busy={isRunning}>
        {calculator.result && (
          <CalculationResult
            {...calculator.result}
            chooseEdition={chooseEdition}
            editionError={editionError}
            isRunning={isRunning}
          />
        )}
      </div>
      {!calculator.result && <EmptyResult />}
    </>
  )
}

type CalculationResultProps = NonNullable<CalculatorState['result']> &
  Pick<CalculatorState, 'chooseEdition' | 'editionError' | 'isRunning'>

function CalculationResult(props: CalculationResultProps) {
  const { data, request, chooseEdition, editionError, isRunning } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => bringIntoSight(section.current), [])
  return (
    <section ref={section} aria-label={result.title} className="calc-result">
      <CustomsBreakdown amounts={data}>
        <EditionTiles
          result={data}
          isChosen={Boolean(request.edition ?? request.declaration_date)}
          isBusy={isRunning}
          onEdition={chooseEdition}
        />
        <ActionError error={editionError} fallback={texts.failed} />
        <PowerRange calculation={data} />
      </CustomsBreakdown>
      <CalculationWarnings warnings={data.warnings} />
      <OutlookSection key={`outlook ${JSON.stringify(request)}`} request={request} heading="h3" />
      <Scenarios key={JSON.stringify(request)} request={request} />
      <ShareBar key={`share ${JSON.stringify(request)}`} request={request} />
    </section>
  )
}

/** Scrolls the result into view, unless its top is in the upper 70% of the window. */
function bringIntoSight(result: HTMLElement | null) {
  if (!result) return
  const { top } = result.getBoundingClientRect()
  const isSeen = top >= 0 && top < innerHeight * 0.7
  if (!isSeen) result.scrollIntoView?.({ block: 'start', behavior: 'instant' })
}

/** Shown before the first result: the parts of the sum in their order, with their hatching. */
function EmptyResult() {
  return (
    <div className="calc-blank">
      <p className="ink2">{texts.blank}</p>
      <dl className="rows">
        {blankParts.map(({ hatch, title, text }) => (
          <div key={title}>
            <dt className="row">
              <Swatch hatch={hatch} />
              {title}
            </dt>
            <dd className="s ink2">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
