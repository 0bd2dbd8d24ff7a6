import { Link } from 'react-router'
import { status as texts } from '../../app/texts/status.ts'
import type { IncidentRead } from '../../app/wire/status.ts'
import { shortDay } from '../../lib/dates'
import { Disclosure } from '../../ui/Disclosure'
import { type ComponentRow, daysWithOutages, incidentsOf, uptimeText } from './components.ts'

type Props = { row: ComponentRow; incidents: IncidentRead[]; onIncident: () => void }

/** The days of a row on which something happened, and the incidents of each. */
export function DaysWithOutages({ row, incidents, onIncident }: Props) {
  const days = daysWithOutages(row.history)
  if (days.length === 0) return null
  return (
    <Disclosure className="status-bad-days" summary={texts.daysWithOutages(days.length)}>
      <ul>
        {days.map(({ date, mark, uptime }) => (
          <li key={date} className="s">
            <span className="num">{shortDay(date)}</span>: {texts.marks[mark]},{' '}
            <span className="num">{uptimeText(uptime)}</span>
            {incidentsOf(date, row.id, incidents).map(({ id, title }) => (
              <span key={id}>
                {'. '}
                <Link to={`#incident-${id}`} onClick={onIncident}>
                  {title}
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
