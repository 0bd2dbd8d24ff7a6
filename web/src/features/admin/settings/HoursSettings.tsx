import { calls } from '../../../api/calls.ts'
import { formatDay } from '../../../lib/dates.ts'
import { adminHours as texts } from '../../../shared/texts/adminHours.ts'
import { useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { SingleForm } from '../record/SingleForm.tsx'
import { hoursFields, hoursSource } from './hoursFields.ts'

/** The opening hours, and the public holidays that apply. */
export function HoursSettings() {
  const holidays = useAdminQuery(calls.holidays, ['Settings'])
  return (
    <>
      <p className="ink2 ad-lead">{texts.lead}</p>
      <SingleForm source={hoursSource} fields={hoursFields} label={texts.title} />
      <QueryBlock title={texts.holidays} query={holidays} errorTitle={texts.holidaysFailed}>
        {({ holidays: listed }) => (
          <>
            <p className="s ink2">{texts.holidaysHint}</p>
            <ul className="ad-lines">
              {listed.map(({ date, name }) => (
                <li key={date}>
                  <span className="num">{formatDay(date)}</span> {name}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBlock>
    </>
  )
}
