import { problemText } from '../../app/problem.ts'
import { blankParts, result, calculator as texts } from '../../app/texts/calculator.ts'
import { Button } from '../../ui/Button'
import { FormSummary } from '../../ui/FormSummary'
import { Swatch } from '../../ui/Swatch'
import { Amounts } from './Amounts.tsx'
import './calculator.css'
import { CalculatorFields, idOf } from './CalculatorFields.tsx'
import { EditionNotice } from './EditionNotice.tsx'
import { Scenarios } from './Scenarios.tsx'
import { ShareBar } from './ShareBar.tsx'
import { useCalculator } from './useCalculator.ts'
import { Warnings } from './Warnings.tsx'

/** The page gives it its heading, and with it the name of the region. */
export function Calculator() {
  const calculator = useCalculator()
  const { form, edit, submit, problems, attempt, error, isLoading, hasBounds } = calculator
  const listed = Object.entries(problems).map(([field, message]) => ({
    field: idOf(field),
    message,
  }))
  return (
    <div className="calc">
      <form noValidate data-no-draft onSubmit={submit} className="calc-form no-print">
        {attempt > 0 && <FormSummary problems={listed} attempt={attempt} />}
        {error && listed.length === 0 && (
          <p role="alert" className="calc-failure">
            {problemText(error, texts.failed)}
          </p>
        )}
        <CalculatorFields form={form} edit={edit} problems={problems} hasBounds={hasBounds} />
        <Button type="submit" wide pendingLabel={isLoading && texts.submitting}>
          {texts.submit}
        </Button>
      </form>
      <Result calculator={calculator} />
    </div>
  )
}

type State = ReturnType<typeof useCalculator>

function Result({ calculator }: { calculator: State }) {
  const { run, isLoading } = calculator
  return (
    <>
      {/* Screen readers announce only what is added to a live region that already exists. */}
      <div className="calc-live" aria-live="polite" aria-busy={isLoading}>
        {calculator.result && <Figures {...calculator.result} {...{ run, isLoading }} />}
      </div>
      {!calculator.result && <EmptyResult />}
    </>
  )
}

type FiguresProps = NonNullable<State['result']> & Pick<State, 'run' | 'isLoading'>

function Figures({ data, request, run, isLoading }: FiguresProps) {
  return (
    <section aria-label={result.title} className="calc-result">
      <Amounts figures={data} />
      <EditionNotice
        result={data}
        isChosen={Boolean(request.edition)}
        isBusy={isLoading}
        onEdition={run}
      />
      <Warnings warnings={data.warnings} />
      <Scenarios key={JSON.stringify(request)} request={request} />
      <ShareBar key={`share ${JSON.stringify(request)}`} request={request} />
    </section>
  )
}

/** Before the first result: what the sum will be made of, in the order and hatching it will have. */
function EmptyResult() {
  return (
    <div className="calc-blank">
      <p className="ink2">{texts.blank}</p>
      <dl>
        {blankParts.map(({ hatch, title, text }) => (
          <div key={title}>
            <dt>
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
