// The next changes of the customs payments, and their sums in the past 12 months by rate and edition.

import type { ReactNode } from 'react'
import { useGetOutlookQuery } from '../../api/outlook.ts'
import type {
  EditionSumRead,
  OutlookRead,
  OutlookRequest,
  PastSumRead,
  SumChangeRead,
} from '../../api/wire/calculator.ts'
import { formatDay, formatNumericDay, formatShortDay } from '../../lib/dates.ts'
import { bindEditionNames } from '../../lib/editionNames.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { typographer } from '../../lib/typography.ts'
import { pickLastOfEachMonth } from '../../ui/chartGeometry.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { LineChart } from '../../ui/LineChart.tsx'
import { createFigureColumn, Table } from '../../ui/Table.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { QueryView } from '../QueryView.tsx'
import { formatSumByPower } from '../sumByPower.ts'
import { outlook as texts } from '../texts/outlook.ts'

/** With fewer days there is no chart. */
const minDays = 3

type Props = { request: OutlookRequest; skeleton: ReactNode; subheading: 'h3' | 'h4' }

export default function Outlook({ request, skeleton, subheading: Subheading }: Props) {
  const query = useGetOutlookQuery(request)
  return (
    <QueryView query={query} errorTitle={texts.failed} skeleton={skeleton} isSkeletonBusy>
      {(outlook) => (
        <>
          <Changes outlook={outlook} />
          <Subheading className="outlook-history-title strong">{texts.historyTitle}</Subheading>
          <History past={outlook.history} />
          {outlook.editions.length > 1 && <Editions rows={outlook.editions} />}
        </>
      )}
    </QueryView>
  )
}

function Changes({ outlook }: { outlook: OutlookRead }) {
  const sum = formatSumByPower(outlook, 'totalCustoms', 'text')
  const edition = bindEditionNames(outlook.edition)
  const today = outlook.powerRange ? texts.todayByPower(sum, edition) : texts.today(sum, edition)
  if (outlook.changes.length === 0)
    return (
      <p className="ink2">
        {today} {texts.steady}
      </p>
    )
  return (
    <>
      <p className="ink2">
        {today} {texts.lead}
      </p>
      <ul className="outlook-changes">
        {outlook.changes.map((change) => (
          <li key={change.message}>
            <Tag tone={chooseTone(change)}>{texts.kinds[change.kind]}</Tag>
            <p>{bindEditionNames(typographer(change.message))}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A change that makes the car cheaper is good news. A prepared edition is not news yet. */
function chooseTone({ difference, isPrepared }: SumChangeRead): Tone {
  if (isPrepared) return 'none'
  return difference < 0 ? 'ok' : 'warn'
}

function History({ past }: { past: readonly PastSumRead[] }) {
  const first = past[0]
  const last = past.at(-1)
  if (!first || !last) return <p className="s ink2">{texts.noRates}</p>
  if (past.length < minDays)
    return <p className="s ink2">{texts.collecting(formatDay(first.date))}</p>
  const editionStarts = past.filter(
    (sum, place) => place > 0 && sum.edition !== past[place - 1]?.edition,
  )
  const byMoment = new Map(past.map((sum) => [Date.parse(sum.date), sum]))
  const formatMoment = (at: number) => formatShortDay(new Date(at).toISOString().slice(0, 10))
  return (
    <>
      <p className="s ink2">
        {texts.historyLead}
        {editionStarts.length > 0 &&
          ` ${texts.marks(editionStarts.map(({ date }) => formatShortDay(date)).join(', '))}`}
      </p>
      <LineChart
        label={texts.label(first.totalCustoms, last.totalCustoms)}
        points={past.map(toPoint)}
        rows={pickLastOfEachMonth(past).map(toPoint)}
        marks={editionStarts.map(({ date }) => Date.parse(date))}
        formatValue={(value) => formatRoubles(value)}
        formatMoment={formatMoment}
        formatRow={(at) => {
          const sum = byMoment.get(at)
          return sum ? texts.row(formatMoment(at), sum.rate, sum.edition) : formatMoment(at)
        }}
        table={texts.table}
      />
    </>
  )
}

const toPoint = ({ date, totalCustoms }: PastSumRead) => ({
  at: Date.parse(date),
  value: totalCustoms,
})

const editionColumns = [
  { id: 'edition', title: texts.edition, cell: ({ edition }: EditionSumRead) => edition },
  {
    id: 'in-force',
    title: texts.inForce,
    cell: ({ starts, ends }: EditionSumRead) =>
      ends
        ? `${formatNumericDay(starts)} — ${formatNumericDay(ends)}`
        : texts.since(formatNumericDay(starts)),
  },
  createFigureColumn('sum', texts.sum, (row: EditionSumRead) =>
    formatSumByPower(row, 'totalCustoms'),
  ),
]

function Editions({ rows }: { rows: readonly EditionSumRead[] }) {
  return (
    <Disclosure className="s" summary={texts.editions}>
      <Table
        label={texts.editions}
        columns={editionColumns}
        rows={rows}
        rowId={({ edition }) => edition}
        dense
      />
    </Disclosure>
  )
}
