import { useState } from 'react'
import { Link } from 'react-router'
import {
  useDropCalculationMutation,
  useGetMyCalculationsInfiniteQuery,
} from '../../app/api/calculations.ts'
import { ConfirmAction } from '../../app/ConfirmAction.tsx'
import { MoreButton } from '../../app/MoreButton.tsx'
import { anchors, pages } from '../../app/paths.ts'
import { problemText } from '../../app/problem.ts'
import { calculations as texts } from '../../app/texts/dashboard.ts'
import type { CalculationSummary } from '../../app/wire/calculator.ts'
import { shortDay } from '../../lib/dates'
import { figure, roubles } from '../../lib/numbers'
import { formatCount } from '../../lib/plural'
import { NBSP } from '../../lib/spaces'
import { IconButton } from '../../ui/IconButton'
import { type Column, figureColumn, Table } from '../../ui/Table'
import { DashboardSection } from './DashboardSection.tsx'
import { EmptyList } from './EmptyList.tsx'
import { QueryView } from './QueryView.tsx'
import './tables.css'

/** The request of a calculation in brief: '1,995 л, дизель, 4 года'. */
function describeRequest({ request = {} }: CalculationSummary): string {
  const litres = Number(request.engineVolumeLiters)
  const age = Number(request.age)
  const engine = request.isElectric
    ? texts.electric
    : [
        litres > 0 ? `${figure(litres, 'text')}${NBSP}${texts.litres}` : null,
        texts.fuels[String(request.fuelType)],
      ]
        .filter(Boolean)
        .join(', ')
  return [engine, Number.isFinite(age) ? formatCount(age, texts.age, 'text') : null]
    .filter(Boolean)
    .join(', ')
}

const calculationName = (one: CalculationSummary) =>
  one.title ?? texts.unnamed(roubles(Number(one.request?.price), 'text'))

const buildColumns = (onRemove: (id: string) => void): Column<CalculationSummary>[] => [
  {
    id: 'what',
    title: texts.columns.what,
    cell: (one) => (
      <>
        <Link to={pages.calculation(one.id)}>{calculationName(one)}</Link>
        <p className="xs mute">{`${describeRequest(one)}; ${shortDay(one.createdAt)}`}</p>
      </>
    ),
  },
  {
    id: 'edition',
    title: texts.columns.edition,
    cell: (one) => <span className="code">{one.edition}</span>,
  },
  figureColumn('customs', texts.columns.customs, (one) => roubles(one.totalCustoms)),
  figureColumn('total', texts.columns.total, (one) => (
    <span className="strong">{roubles(one.total)}</span>
  )),
  {
    id: 'actions',
    title: <span className="sr">{texts.columns.actions}</span>,
    align: 'right',
    cell: (one) => (
      <span className="db-actions">
        <a href={one.pdfUrl} aria-label={`${texts.pdf}: ${calculationName(one)}`}>
          {texts.pdf}
        </a>
        <IconButton
          icon="trash"
          label={`${texts.remove}: ${calculationName(one)}`}
          onClick={() => onRemove(one.id)}
        />
      </span>
    ),
  },
]

export function Calculations() {
  const query = useGetMyCalculationsInfiniteQuery()
  const [calculationToRemove, setCalculationToRemove] = useState<string | null>(null)
  return (
    <DashboardSection id="calculations" title={texts.title}>
      <QueryView query={query} errorTitle={texts.failed}>
        {(answer) => {
          const rows = answer.pages.flatMap((page) => page.calculations)
          return rows.length === 0 ? (
            <EmptyList
              title={texts.empty}
              hint={texts.emptyHint}
              to={anchors.calculator}
              action={texts.toCalculator}
            />
          ) : (
            <div className="db-stack db-calculations">
              <Table
                label={texts.title}
                columns={buildColumns(setCalculationToRemove)}
                rows={rows}
                rowId={(one) => one.id}
              />
            </div>
          )
        }}
      </QueryView>
      <MoreButton query={query} label={texts.more} className="db-more" />
      {calculationToRemove && (
        <RemoveDialog id={calculationToRemove} onDone={() => setCalculationToRemove(null)} />
      )}
    </DashboardSection>
  )
}

function RemoveDialog({ id, onDone }: { id: string; onDone: () => void }) {
  const [remove, { isLoading, error }] = useDropCalculationMutation()
  return (
    <ConfirmAction
      title={texts.ask}
      note={texts.askNote}
      run={() => remove(id)}
      pendingLabel={isLoading && texts.removing}
      failure={error && problemText(error, texts.removeFailed)}
      onDone={onDone}
      onClose={onDone}
    />
  )
}
