// The emails to a customer: notifications and campaigns, newest first.

import { useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { CustomerEmail } from '../../../api/wire/notifications.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { adminLists } from '../../../shared/limits.ts'
import { findKind } from '../../../shared/notificationKinds.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { adminCustomerEmails as texts } from '../../../shared/texts/adminCustomers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { buildSectionPath } from '../sectionPaths.ts'

const tones: Record<CustomerEmail['state'], Tone> = { queued: 'info', sent: 'ok', failed: 'bad' }

function useEmailPage(id: string, offset: number) {
  const params = { limit: adminLists.page, offset }
  return useAdminQuery(calls.customerEmails(id), ['User', 'Campaign'], { params })
}

export function CustomerEmailList({ id }: { id: string }) {
  const [pages, setPages] = useState(1)
  const shown = pages * adminLists.page
  return (
    <QueryBlock title={texts.title} query={useEmailPage(id, 0)} errorTitle={texts.failed}>
      {({ total, refused_types }) => (
        <>
          <p className="s mute">{total > 0 ? texts.hint : texts.empty}</p>
          {refused_types.length > 0 && (
            <p className="s mute">
              {texts.refused(refused_types.map((type) => findKind(type).label))}
            </p>
          )}
          {Array.from({ length: pages }, (_, page) => page * adminLists.page).map((offset) => (
            <EmailPage key={offset} id={id} offset={offset} />
          ))}
          {total > shown && (
            <Button variant="line" small onClick={() => setPages((count) => count + 1)}>
              {texts.more(total - shown)}
            </Button>
          )}
        </>
      )}
    </QueryBlock>
  )
}

function EmailPage({ id, offset }: { id: string; offset: number }) {
  return (
    <QueryView
      query={useEmailPage(id, offset)}
      errorTitle={texts.failed}
      skeleton={<Skeleton height="3rem" />}
    >
      {({ items }) => (
        <ul className="ad-lines">
          {items.map((email) => (
            <li key={email.id}>
              <EmailTitle email={email} />
              <Tag tone={tones[email.state]}>{texts.states[email.state]}</Tag>
              <span className="s mute num">{describeEmail(email).join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

/** The title of an email about an order links to the order. */
function EmailTitle({ email: { title, type, order_id } }: { email: CustomerEmail }) {
  const text = title || findKind(type).label
  if (!order_id) return <span>{text}</span>
  return <Link to={`${buildSectionPath('orders')}?item=${order_id}`}>{text}</Link>
}

function describeEmail(email: CustomerEmail): string[] {
  const isDelayed = email.state === 'queued' && email.due_at > email.created_at
  return [
    formatDayAndTime(email.finished_at ?? email.created_at),
    isDelayed && texts.notBefore(formatDayAndTime(email.due_at)),
    email.state === 'failed' && texts.reason(email.reason),
    findKind(email.type).label.toLowerCase(),
    email.is_campaign && texts.campaign,
    email.in_digest && texts.digest,
  ].filter((part) => part !== false)
}
