import type { OrderRead, ReportRead } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { typographer } from '../../../lib/typography.ts'
import { reports as texts } from '../../../shared/texts/orders.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** The reports of an order, newest first. */
export function OrderReports({ order }: { order: OrderRead }) {
  const newestFirst = order.reports.toSorted((one, other) => other.at.localeCompare(one.at))
  const titles = Object.fromEntries(order.steps.map((step) => [step.key, step.title]))
  if (newestFirst.length === 0)
    return (
      <EmptyState as="h2" title={texts.none}>
        {texts.noneHint}
      </EmptyState>
    )
  return (
    <ol className="db-reports">
      {newestFirst.map((report) => (
        <Report key={report.id} report={report} step={titles[report.step] ?? ''} />
      ))}
    </ol>
  )
}

function Report({ report, step }: { report: ReportRead; step: string }) {
  return (
    <li>
      <div className="s mute">
        <time dateTime={report.at}>{formatDayAndTime(report.at)}</time>
        <p>{[report.place, step].filter(Boolean).join(', ')}</p>
      </div>
      <div>
        <p>{typographer(report.text)}</p>
        {report.pictures.length > 0 && (
          <ul className="db-pictures">
            {report.pictures.map((picture, index) => (
              <li key={picture}>
                <a href={picture} target="_blank" rel="noreferrer">
                  <img src={picture} alt={texts.picture(step, index + 1)} loading="lazy" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
