// What a link shows to anybody who has it: the way of a car, without its buyer, price or papers.

import { useParams } from 'react-router'
import { pages } from '../../app/paths.ts'
import { isProblem } from '../../app/problem.ts'
import { stages, shared as texts } from '../../app/texts/orders.ts'
import type { SharedOrder } from '../../app/wire/content.ts'
import { day, dayAndTime, days, shortDay } from '../../lib/dates'
import { LinkButton } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { type Column, Table } from '../../ui/Table'
import { Answer } from './Answer.tsx'
import { useGetSharedOrderQuery } from './dashboardApi.ts'
import { SevenStations, standing } from './SevenStations.tsx'
import './dashboard.css'
import './order.css'

const columns: Column<SharedOrder['steps'][number]>[] = [
  {
    id: 'stage',
    title: stages.columns.stage,
    cell: (step) => <span className="strong">{step.title}</span>,
  },
  {
    id: 'plan',
    title: stages.columns.plan,
    cell: (step) => days(step.planned_from, step.planned_to),
  },
  {
    id: 'fact',
    title: stages.columns.fact,
    cell: (step) => (step.actual_at ? shortDay(step.actual_at) : stages.none),
  },
]

export function SharedOrderPage() {
  const { token = '' } = useParams()
  const query = useGetSharedOrderQuery(token)
  const isDead = isProblem(query.error) && [404, 422].includes(query.error.status)
  return (
    <div className="page db-page">
      {isDead ? (
        <section className="db-none">
          <h1 className="sr">{texts.title}</h1>
          <EmptyState
            as="h2"
            title={texts.dead}
            action={
              <LinkButton to={pages.services} look="line">
                {texts.services}
              </LinkButton>
            }
          >
            {texts.deadHint}
          </EmptyState>
        </section>
      ) : (
        <Answer query={query} failed={texts.failed}>
          {({ order }) => <Way order={order} />}
        </Answer>
      )}
    </div>
  )
}

function Way({ order }: { order: SharedOrder }) {
  return (
    <>
      <div className="db-head">
        <h1>{order.title}</h1>
        <p className="s ink2">
          {texts.updated(dayAndTime(order.updated_at))}
          <br />
          {texts.until(day(order.expires_at))}
        </p>
      </div>
      <p className="h3 db-shared">{standing(order)}</p>
      <SevenStations steps={order.steps} status={order.status} named />
      <div className="db-section">
        <Table
          label={stages.title}
          columns={columns}
          rows={order.steps}
          rowId={(step) => step.key}
        />
      </div>
    </>
  )
}
