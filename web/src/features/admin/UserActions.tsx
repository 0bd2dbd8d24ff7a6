// Actions on one account: block it with a reason, unblock it, end its sessions.

import { calls } from '../../app/calls.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { adminUsers } from '../../app/texts/adminUsers.ts'
import type { AdminUser } from '../../app/wire/auth.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { Note } from '../../ui/Note.tsx'
import { ActionButton } from './ActionButton.tsx'
import { ActionForm } from './ActionForm.tsx'
import { BlockQueryView } from './AdminQueryView.tsx'
import { useAdminQuery } from './adminApi.ts'

export function UserActions({ row }: { row: AdminUser }) {
  return (
    <>
      {row.account_status === 'blocked' ? <UnblockUser user={row} /> : <BlockUser user={row} />}
      <SessionList user={row} />
    </>
  )
}

function BlockUser({ user }: { user: AdminUser }) {
  return (
    <div className="ad-block">
      <ActionForm
        label={adminUsers.block}
        fields={[
          {
            name: 'reason',
            label: adminUsers.reason,
            hint: adminUsers.reasonHint,
            required: true,
          },
        ]}
        initial={{ reason: '' }}
        submitLabel={adminUsers.block}
        pendingLabel={adminUsers.blocking}
        variant="danger"
        change={({ reason }) => ({
          url: calls.user(user.id),
          method: 'PATCH',
          body: { account_status: 'blocked', reason, version: user.version },
          tags: ['User', 'Session'],
        })}
      />
    </div>
  )
}

function UnblockUser({ user }: { user: AdminUser }) {
  return (
    <div className="ad-block">
      <Note tone="bad">{adminUsers.blockedBecause(user.blocked_reason ?? adminList.none)}</Note>
      <div className="btns">
        <ActionButton
          pendingLabel={adminUsers.unblocking}
          change={{
            url: calls.user(user.id),
            method: 'PATCH',
            body: { account_status: 'active', version: user.version },
            tags: ['User', 'Session'],
          }}
        >
          {adminUsers.unblock}
        </ActionButton>
      </div>
    </div>
  )
}

function SessionList({ user }: { user: AdminUser }) {
  const query = useAdminQuery(calls.userSessions(user.id), ['Session'])
  return (
    <section className="ad-block">
      <h4>{adminUsers.sessions}</h4>
      <BlockQueryView query={query} errorTitle={adminUsers.sessionsFailed}>
        {(data) =>
          data.sessions.length === 0 ? (
            <p className="s mute">{adminUsers.noSessions}</p>
          ) : (
            <>
              <ul className="ad-lines">
                {data.sessions.map((one) => (
                  <li key={one.id}>
                    {one.device} <span className="mute num">{one.ip}</span>{' '}
                    <span className="mute num">{dayAndTime(one.last_seen_at)}</span>
                  </li>
                ))}
              </ul>
              <ActionButton
                change={{ url: calls.userSessions(user.id), method: 'DELETE', tags: ['Session'] }}
                confirmation={{
                  title: adminUsers.endQuestion,
                  hint: adminUsers.endHint,
                  confirm: adminUsers.end,
                }}
              >
                {adminUsers.endSessions}
              </ActionButton>
            </>
          )
        }
      </BlockQueryView>
    </section>
  )
}
