import { type ReactNode, useEffect, useState } from 'react'
import { type SiteSettings, useSettings } from '../../app/settings.ts'
import { cards } from '../../app/texts/contacts.ts'
import { typographer } from '../../lib/typography'
import { Tag } from '../../ui/Tag'
import { openness } from './openHours.ts'

const minute = 60_000

/** Empty in the prerendered page, which does not know the current time. */
function useOpenness(hours: string) {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  return now && openness(hours, now)
}

const dial = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

function valuesOf(settings: SiteSettings) {
  const { contactPhone, contactEmail, contactAddress, showroomAddress, workingHours } = settings
  return [
    {
      ...cards.phone,
      value: (
        <a className="num" href={dial(contactPhone)}>
          {contactPhone}
        </a>
      ),
    },
    { ...cards.email, value: <a href={`mailto:${contactEmail}`}>{contactEmail}</a> },
    { ...cards.hours, value: workingHours, hasState: true },
    { ...cards.office, value: typographer(contactAddress) },
    { ...cards.showroom, value: typographer(showroomAddress) },
    {
      ...cards.emergency,
      value: (
        <a className="num" href={dial(cards.emergency.value)}>
          {cards.emergency.value}
        </a>
      ),
    },
  ] as { term: string; value: ReactNode; note: string; hasState?: boolean }[]
}

/** The contact details as a title block of six cells. */
export function ContactCards() {
  const settings = useSettings()
  const state = useOpenness(settings.workingHours)
  return (
    <dl className="contacts-cards">
      {valuesOf(settings).map(({ term, value, note, hasState }) => (
        <div key={term}>
          <dt className="cap">{term}</dt>
          <dd className="contacts-value">{value}</dd>
          <dd className="s ink2">
            {hasState && (
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
