import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { anchors, pages } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { calculations as texts } from '../../app/texts/dashboard.ts'
import { useOnce } from '../../app/useOnce.ts'
import type { CalculationSummary } from '../../app/wire/calculator.ts'
import { shortDay } from '../../lib/dates'
import { figure, roubles } from '../../lib/numbers'
import { counted } from '../../lib/plural'
import { NBSP } from '../../lib/spaces'
import { Button, LinkButton } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { IconButton } from '../../ui/IconButton'
import { type Column, Table } from '../../ui/Table'
import { Answer } from './Answer.tsx'
import { useDropCalculationMutation, useGetMyCalculationsInfiniteQuery } from './dashboardApi.ts'
import { Section } from './Section.tsx'
import './tables.css'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog')).ConfirmDialog,
}))

/** '1,995 л, дизель, 4 года', of what was asked of the calculator. */
function factsOf({ request }: CalculationSummary): string {
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
  return [engine, Number.isFinite(age) ? counted(age, texts.age, 'text') : null]
    .filter(Boolean)
    .join(', ')
}

const nameOf = (one: CalculationSummary) =>
  one.title ?? texts.unnamed(roubles(Number(one.request.price), 'text'))

const columns = (onRemove: (id: string) => void): Column<CalculationSummary>[] => [
  {
    id: 'what',
    title: texts.columns.what,
    cell: (one) => (
      <>
        <Link to={pages.calculation(one.id)}>{nameOf(one)}</Link>
        <p className="xs mute">{`${factsOf(one)}; ${shortDay(one.createdAt)}`}</p>
      </>
    ),
  },
  {
    id: 'edition',
    title: texts.columns.edition,
    cell: (one) => <span className="code">{one.edition}</span>,
  },
  {
    id: 'customs',
    title: texts.columns.customs,
    align: 'right',
    num: true,
    cell: (one) => roubles(one.totalCustoms),
  },
  {
    id: 'total',
    title: texts.columns.total,
    align: 'right',
    num: true,
    cell: (one) => <span className="strong">{roubles(one.total)}</span>,
  },
  {
    id: 'deeds',
    title: <span className="sr">{texts.columns.deeds}</span>,
    align: 'right',
    cell: (one) => (
      <span className="db-deeds">
        <a href={one.pdfUrl} aria-label={`${texts.pdf}: ${nameOf(one)}`}>
          {texts.pdf}
        </a>
        <IconButton
          icon="trash"
          label={`${texts.remove}: ${nameOf(one)}`}
          onClick={() => onRemove(one.id)}
        />
      </span>
    ),
  },
]

export function Calculations() {
  const query = useGetMyCalculationsInfiniteQuery()
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Section id="calculations" title={texts.title}>
      <Answer query={query} failed={texts.failed}>
        {(answer) => {
          const rows = answer.pages.flatMap((page) => page.calculations)
          return rows.length === 0 ? (
            <EmptyState
              title={texts.empty}
              action={
                <LinkButton to={anchors.calculator} look="line">
                  {texts.toCalculator}
                </LinkButton>
              }
            >
              {texts.emptyHint}
            </EmptyState>
          ) : (
            <div className="db-stack db-calculations">
              <Table
                label={texts.title}
                columns={columns(setAsked)}
                rows={rows}
                rowId={(one) => one.id}
              />
            </div>
          )
        }}
      </Answer>
      {query.hasNextPage && (
        <Button look="line" small className="db-more" onClick={() => query.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {asked && <Removal id={asked} onDone={() => setAsked(null)} />}
    </Section>
  )
}

function Removal({ id, onDone }: { id: string; onDone: () => void }) {
  const [remove, { isLoading, error }] = useDropCalculationMutation()
  const confirm = useOnce(async () => {
    const answer = await remove(id)
    if (!answer.error) onDone()
  })
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        title={texts.ask}
        description={
          error ? (
            <span role="alert" className="db-failure">
              {failureText(error, texts.removeFailed)}
            </span>
          ) : (
            texts.askNote
          )
        }
        sending={isLoading && texts.removing}
        onConfirm={confirm}
        onCancel={onDone}
      />
    </Suspense>
  )
}
