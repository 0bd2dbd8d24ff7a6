import { useState } from 'react'
import { Link } from 'react-router'
import {
  useDropCalculationMutation,
  useGetMyCalculationsInfiniteQuery,
} from '../../../api/calculations.ts'
import { mergeRows } from '../../../api/endpoints.ts'
import { describeProblem } from '../../../api/problem.ts'
import type { CalculationSummary } from '../../../api/wire/calculator.ts'
import { formatShortDay } from '../../../lib/dates.ts'
import { formatNumber, formatRoubles } from '../../../lib/numbers.ts'
import { formatCount } from '../../../lib/plural.ts'
import { NBSP } from '../../../lib/spaces.ts'
import { ConfirmAction } from '../../../shared/ConfirmAction.tsx'
import { buildCalculationComparisonPath, maxCompared } from '../../../shared/compareLink.ts'
import { MoreButton } from '../../../shared/list/MoreButton.tsx'
import { anchors, pages } from '../../../shared/paths.ts'
import { PriceLimit } from '../../../shared/priceLimits/PriceLimit.tsx'
import { QueryView } from '../../../shared/QueryView.tsx'
import { formatSumByPower } from '../../../shared/sumByPower.ts'
import { calculations as texts } from '../../../shared/texts/dashboard.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { type Column, createFigureColumn, Table } from '../../../ui/Table.tsx'
import { DashboardEmptyList } from '../DashboardEmptyList.tsx'
import { DashboardSection } from '../DashboardSection.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import '../tables.css'
import { icons } from '../../../ui/icons.ts'

/** A short description of a calculation's request: '1,995 л, дизель, 4 года'. */
function describeRequest({ request = {} }: CalculationSummary): string {
  const litres = Number(request.engineVolumeLiters)
  const age = Number(request.age)
  const engine = request.isElectric
    ? texts.electric
    : [
        litres > 0 ? `${formatNumber(litres, 'text')}${NBSP}${texts.litres}` : null,
        texts.fuels[String(request.fuelType)],
      ]
        .filter(Boolean)
        .join(', ')
  return [engine, Number.isFinite(age) ? formatCount(age, texts.age, 'text') : null]
    .filter(Boolean)
    .join(', ')
}

const formatCalculationName = (calculation: CalculationSummary) =>
  calculation.title ?? texts.unnamed(formatRoubles(Number(calculation.request?.price), 'text'))

const buildColumns = (
  onRemove: (calculation: CalculationSummary) => void,
): Column<CalculationSummary>[] => [
  {
    id: 'what',
    title: texts.columns.what,
    cell: (calculation) => (
      <>
        <Link to={pages.calculation(calculation.id)}>{formatCalculationName(calculation)}</Link>
        <p className="xs mute">{`${describeRequest(calculation)}; ${formatShortDay(calculation.createdAt)}`}</p>
        <PriceLimit
          kind="calculations"
          id={calculation.id}
          name={formatCalculationName(calculation)}
          current={calculation.total}
        />
      </>
    ),
  },
  {
    id: 'edition',
    title: texts.columns.edition,
    cell: (calculation) => <span className="code">{calculation.edition}</span>,
  },
  createFigureColumn('customs', texts.columns.customs, (calculation) =>
    formatSumByPower(calculation, 'totalCustoms'),
  ),
  createFigureColumn('total', texts.columns.total, (calculation) => (
    <span className="strong">{formatSumByPower(calculation, 'total')}</span>
  )),
  {
    id: 'actions',
    title: <span className="sr">{texts.columns.actions}</span>,
    align: 'right',
    cell: (calculation) => (
      <span className="db-actions">
        <a
          href={calculation.pdfUrl}
          aria-label={`${texts.pdf}: ${formatCalculationName(calculation)}`}
        >
          {texts.pdf}
        </a>
        <IconButton
          icon={icons.trash}
          label={`${texts.remove}: ${formatCalculationName(calculation)}`}
          onClick={() => onRemove(calculation)}
        />
      </span>
    ),
  },
]

const listNewestIds = (rows: readonly CalculationSummary[]) =>
  rows.slice(0, maxCompared).map(({ id }) => id)

export function Calculations() {
  const query = useGetMyCalculationsInfiniteQuery()
  const [calculationToRemove, setCalculationToRemove] = useState<CalculationSummary | null>(null)
  return (
    <DashboardSection id="calculations" title={texts.title}>
      <QueryView query={query} errorTitle={texts.failed} skeleton={<RowsSkeleton />}>
        {(answer) => {
          const rows = mergeRows(answer.pages, (page) => page.calculations)
          return rows.length === 0 ? (
            <DashboardEmptyList
              title={texts.empty}
              hint={texts.emptyHint}
              to={anchors.calculator}
              action={texts.toCalculator}
            />
          ) : (
            <div className="db-stack db-calculations stack-16">
              <Table
                label={texts.title}
                columns={buildColumns(setCalculationToRemove)}
                rows={rows}
                rowId={(calculation) => calculation.id}
              />
              {rows.length > 1 && (
                <Link className="s" to={buildCalculationComparisonPath(listNewestIds(rows))}>
                  {texts.compare(Math.min(rows.length, maxCompared))}
                </Link>
              )}
            </div>
          )
        }}
      </QueryView>
      <MoreButton query={query} label={texts.more} className="db-more" />
      {calculationToRemove && (
        <RemoveDialog
          calculation={calculationToRemove}
          onDone={() => setCalculationToRemove(null)}
        />
      )}
    </DashboardSection>
  )
}

function RemoveDialog({
  calculation,
  onDone,
}: {
  calculation: CalculationSummary
  onDone: () => void
}) {
  const [remove, { isLoading, error }] = useDropCalculationMutation()
  return (
    <ConfirmAction
      title={texts.ask}
      note={texts.askNote(formatCalculationName(calculation))}
      run={() => remove(calculation.id)}
      pendingLabel={isLoading && texts.removing}
      failure={error && describeProblem(error, texts.removeFailed)}
      onDone={onDone}
      onClose={onDone}
    />
  )
}
