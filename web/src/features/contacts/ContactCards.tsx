import type { ReactNode } from 'react'
import { type SiteSettings, useSettings } from '../../api/settings.ts'
import { typographer } from '../../lib/typography.ts'
import { describeOpenness } from '../../shared/openHours.ts'
import { cards } from '../../shared/texts/contacts.ts'
import { useNow } from '../../shared/useNow.ts'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { Tag } from '../../ui/Tag.tsx'

const minute = 60_000

function readContactValues(settings: SiteSettings) {
  const { contactPhone, contactEmail, contactAddress, showroomAddress, workingHours } = settings
  return [
    { ...cards.phone, value: <PhoneLink phone={contactPhone} /> },
    { ...cards.email, value: <a href={`mailto:${contactEmail}`}>{contactEmail}</a> },
    { ...cards.hours, value: workingHours, showsOpenness: true },
    { ...cards.office, value: typographer(contactAddress) },
    { ...cards.showroom, value: typographer(showroomAddress) },
    { ...cards.emergency, value: <PhoneLink phone={cards.emergency.value} /> },
  ] as { term: string; value: ReactNode; note: string; showsOpenness?: boolean }[]
}

/** The contact details in six cells. */
export function ContactCards() {
  const settings = useSettings()
  // The prerendered page does not say whether the office is open: the build does not know the time.
  const now = useNow(minute, null)
  const state = now && describeOpenness(settings.openDays, new Date(now))
  return (
    <dl className="contacts-cards">
      {readContactValues(settings).map(({ term, value, note, showsOpenness }) => (
        <div key={term} className="stack-8">
          <dt className="cap">{term}</dt>
          <dd className="contacts-value">{value}</dd>
          <dd className="s ink2">
            {showsOpenness && (
              <span className="contacts-state">
                {state && <Tag tone={state.isOpen ? 'ok' : 'none'}>{state.words}</Tag>}
              </span>
            )}
            {note}
          </dd>
        </div>
      ))}
    </dl>
  )
}
