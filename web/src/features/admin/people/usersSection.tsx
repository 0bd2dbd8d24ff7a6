// User accounts: their details, role and access.

import { calls } from '../../../api/calls.ts'
import type { AdminUser, UserChange } from '../../../api/wire/auth.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import { accountStatusLabels, roleLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { sectionNames } from '../../../shared/texts/adminPanel.ts'
import { adminUsers } from '../../../shared/texts/adminUsers.ts'
import { Note } from '../../../ui/Note.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { createMomentColumn, formatMoment } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { EmailLink } from '../record/EmailLink.tsx'
import type { Values } from '../record/formValues.ts'
import {
  createChoiceField,
  createRecordSource,
  createRequiredText,
  type SaveConfirmation,
  type Section,
  toOptions,
} from '../section.ts'
import { CustomerCard } from './CustomerCard.tsx'
import { formatUserName } from './colleagues.ts'

/** The request that blocks or unblocks a user. The service ends the sessions of a blocked user. */
const createAccessChange = (user: AdminUser, body: Omit<UserChange, 'version'>) =>
  createChange('PATCH', calls.user(user.id), ['User', 'Session'], {
    ...body,
    version: user.version,
  })

const createSessionsRemoval = (user: AdminUser) =>
  createChange('DELETE', calls.userSessions(user.id), ['Session'])

const reason = createRequiredText('reason', adminUsers.reason, adminUsers.reasonHint)

export const usersSection: Section<AdminUser> = {
  title: sectionNames.users,
  emptyHint: emptyHints.users,
  source: createRecordSource({
    list: calls.users,
    item: calls.user,
    rows: ({ users }) => users,
    record: ({ user }) => user,
    tags: ['User'],
    exportUrl: calls.usersCsv,
  }),
  search: 'query',
  sorts: ['-created_at', 'created_at', 'name', '-name', 'email', '-email', '-last_login_at'],
  filters: [
    { name: 'role', label: labels.role, options: toOptions(roleLabels) },
    { name: 'account_status', label: labels.status, options: toOptions(accountStatusLabels) },
  ],
  columns: [
    { id: 'name', title: labels.name, sort: 'name', text: formatUserName },
    {
      id: 'email',
      title: labels.email,
      sort: 'email',
      text: (row) => row.email,
      cell: (row) => <span className="ad-address">{row.email}</span>,
    },
    { id: 'role', title: labels.role, isSecondary: true, text: (row) => roleLabels[row.role] },
    {
      id: 'status',
      title: labels.status,
      text: (row) => accountStatusLabels[row.account_status],
      cell: (row) => (
        <Tag tone={row.account_status === 'blocked' ? 'bad' : 'ok'}>
          {accountStatusLabels[row.account_status]}
        </Tag>
      ),
    },
    createMomentColumn('login', labels.lastLogin, (row) => row.last_login_at, {
      sort: 'last_login_at',
      isSecondary: true,
    }),
    createMomentColumn('created', labels.registered, (row) => row.created_at, {
      sort: 'created_at',
      isSecondary: true,
      narrowHidden: 'always',
    }),
  ],
  fields: [createChoiceField('role', labels.role, roleLabels)],
  bulk: [
    {
      key: 'block',
      label: adminUsers.blockSome,
      isApplicable: ({ account_status }) => account_status === 'active',
      change: (row, values) => createAccessChange(row, { account_status: 'blocked', ...values }),
      confirmation: {
        title: adminUsers.blockSomeQuestion,
        hint: adminUsers.blockSomeHint,
        confirm: adminUsers.block,
        fields: [reason],
      },
    },
    {
      key: 'unblock',
      label: adminUsers.unblockSome,
      isApplicable: ({ account_status }) => account_status === 'blocked',
      change: (row) => createAccessChange(row, { account_status: 'active' }),
      confirmation: {
        title: adminUsers.unblockSomeQuestion,
        hint: adminUsers.unblockSomeHint,
        confirm: adminUsers.unblock,
      },
    },
    {
      key: 'end',
      label: adminUsers.endSome,
      change: createSessionsRemoval,
      confirmation: {
        title: adminUsers.endSomeQuestion,
        hint: adminUsers.endSomeHint,
        confirm: adminUsers.end,
      },
    },
  ],
  isPage: true,
  heading: formatUserName,
  findSaveConfirmation: findRoleConfirmation,
  Details: ({ row }) => (
    <DetailList
      details={[
        [labels.email, row.email && <EmailLink email={row.email} />],
        [labels.phone, row.phone && formatStoredPhone(row.phone)],
        [labels.status, accountStatusLabels[row.account_status]],
        [adminUsers.mail, row.email_verified ? adminUsers.confirmed : adminUsers.unconfirmed],
        [labels.registered, formatMoment(row.created_at)],
        [labels.lastLogin, formatMoment(row.last_login_at)],
      ]}
    />
  ),
  WideDetails: ({ row }) => <CustomerCard id={row.id} />,
  Actions: UserActions,
}

/** The question before an account gets another role. It names the person and the rights of the role. */
function findRoleConfirmation(
  { role }: Values,
  user: AdminUser | null,
): SaveConfirmation | undefined {
  if (!user || role === user.role) return undefined
  const { title, ...texts } = adminUsers.giveRole[role as AdminUser['role']]
  return { ...texts, title: title(formatUserName(user)) }
}

/** Actions on one account: block it with a reason, unblock it, end its sessions. */
export function UserActions({ row }: { row: AdminUser }) {
  return (
    <>
      <div className="stack-16 ad-block">
        {row.account_status === 'blocked' ? <UnblockUser user={row} /> : <BlockUser user={row} />}
      </div>
      <SessionList user={row} />
    </>
  )
}

function BlockUser({ user }: { user: AdminUser }) {
  return (
    <ActionForm
      label={adminUsers.block}
      fields={[reason]}
      pendingLabel={adminUsers.blocking}
      variant="danger"
      confirmation={({ reason = '' }) => ({
        title: adminUsers.blockQuestion(formatUserName(user)),
        hint: adminUsers.blockHint(reason),
        confirm: adminUsers.block,
      })}
      change={(values) => createAccessChange(user, { account_status: 'blocked', ...values })}
    />
  )
}

function UnblockUser({ user }: { user: AdminUser }) {
  return (
    <>
      <Note tone="bad">{adminUsers.blockedBecause(user.blocked_reason ?? adminList.none)}</Note>
      <div className="btns">
        <ActionButton
          pendingLabel={adminUsers.unblocking}
          change={createAccessChange(user, { account_status: 'active' })}
          confirmation={{
            title: adminUsers.unblockQuestion(formatUserName(user)),
            hint: adminUsers.unblockHint,
            confirm: adminUsers.unblock,
          }}
        >
          {adminUsers.unblock}
        </ActionButton>
      </div>
    </>
  )
}

function SessionList({ user }: { user: AdminUser }) {
  const query = useAdminQuery(calls.userSessions(user.id), ['Session'])
  return (
    <QueryBlock title={adminUsers.sessions} query={query} errorTitle={adminUsers.sessionsFailed}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <p className="s mute">{adminUsers.noSessions}</p>
        ) : (
          <>
            <ul className="ad-lines">
              {sessions.map(({ id, device, ip, last_seen_at }) => (
                <li key={id}>
                  {device} <span className="mute num">{ip}</span>{' '}
                  <span className="mute num">{formatDayAndTime(last_seen_at)}</span>
                </li>
              ))}
            </ul>
            <ActionButton
              change={createSessionsRemoval(user)}
              confirmation={{
                title: adminUsers.endQuestion(formatUserName(user)),
                hint: adminUsers.endHint,
                confirm: adminUsers.end,
              }}
            >
              {adminUsers.endSessions}
            </ActionButton>
          </>
        )
      }
    </QueryBlock>
  )
}
