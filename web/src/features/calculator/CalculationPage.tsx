// A saved calculation: its figures with their date and tariff edition.

import { useGetCalculationQuery } from '../../api/calculations.ts'
import { calls } from '../../api/calls.ts'
import { describeProblem, getRequestId, isRecordMissing } from '../../api/problem.ts'
import type { KeptCalculation } from '../../api/wire/calculator.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import { buildCalculatorPath } from '../../shared/calculatorLink.ts'
import { anchors } from '../../shared/paths.ts'
import { PriceLimit } from '../../shared/priceLimits/PriceLimit.tsx'
import { findErrorToShow, QueryView } from '../../shared/QueryView.tsx'
import { result, saved } from '../../shared/texts/calculator.ts'
import { AnchorButton, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CalculatedCar } from './CalculatedCar.tsx'
import { CalculationWarnings } from './CalculationWarnings.tsx'
import { CustomsBreakdown } from './CustomsBreakdown.tsx'
import './calculator.css'
import { EditionTiles } from './EditionTiles.tsx'
import { PowerRange } from './PowerRange.tsx'

export function CalculationPage({ id }: { id: string }) {
  const query = useGetCalculationQuery(id)
  if (isRecordMissing(findErrorToShow(query))) return <MissingCalculation />
  return (
    <section className="page section stack-24">
      <h1>{saved.title}</h1>
      <QueryView
        query={query}
        errorTitle={saved.failed}
        renderError={(error) => (
          <ErrorNote
            title={describeProblem(error, saved.failed)}
            code={getRequestId(error)}
            onRetry={query.refetch}
          />
        )}
        skeleton={
          <>
            <Skeleton width="60%" height="5rem" />
            <Skeleton height="5rem" />
            <Skeleton height="18rem" />
          </>
        }
      >
        {(data) => <SavedCalculation data={data} />}
      </QueryView>
    </section>
  )
}

/** The page of a calculation that does not exist or has been deleted. */
export const MissingCalculation = () => (
  <section className="page section stack-24">
    <h1>{saved.title}</h1>
    <EmptyState
      as="h2"
      title={saved.missing}
      action={<LinkButton to={anchors.calculator}>{saved.again}</LinkButton>}
    >
      {saved.missingHint}
    </EmptyState>
  </section>
)

const isFixedEdition = (request: KeptCalculation['request']) =>
  Boolean(request.edition ?? request.declaration_date)

function SavedCalculation({ data }: { data: KeptCalculation }) {
  return (
    <>
      <p className="ink2">{saved.made(formatDayAndTime(data.createdAt))}</p>
      <CalculatedCar request={data.request} />
      <section aria-label={result.title} className="calc-result">
        <CustomsBreakdown amounts={data}>
          <EditionTiles result={data} isChosen={isFixedEdition(data.request)} />
          <PowerRange calculation={data} />
        </CustomsBreakdown>
        <CalculationWarnings warnings={data.warnings} />
      </section>
      <div className="no-print">
        <PriceLimit
          kind="calculations"
          id={data.id}
          name={data.title ?? saved.title}
          current={data.total}
        />
      </div>
      <div className="btns no-print">
        <LinkButton to={buildCalculatorPath(data.request)}>{saved.again}</LinkButton>
        <AnchorButton variant="line" href={calls.calculationPdf(data.id)} download>
          {result.pdf}
        </AnchorButton>
      </div>
    </>
  )
}
