// User accounts: their details, role and access.

import { calls } from '../../app/calls.ts'
import { accountLabels, roleLabels } from '../../app/texts/adminLabels.ts'
import { labels } from '../../app/texts/adminList.ts'
import { adminUsers } from '../../app/texts/adminUsers.ts'
import type { AdminUser } from '../../app/wire/auth.ts'
import { formatPhone } from '../../lib/phone'
import { Tag } from '../../ui/Tag'
import type { Change } from './adminApi.ts'
import { userName } from './colleagues.ts'
import { formatMoment, momentColumn } from './columns.tsx'
import { DetailList } from './DetailList.tsx'
import { choiceField, optionsOf, recordSource, type Section } from './section.ts'
import { UserActions } from './UserActions.tsx'

const changeAccess = (row: AdminUser, body: object): Change => ({
  url: calls.user(row.id),
  method: 'PATCH',
  body: { ...body, version: row.version },
  tags: ['User', 'Session'],
})

export const usersSection: Section<AdminUser> = {
  title: 'Пользователи',
  source: recordSource({
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
    { name: 'role', label: labels.role, options: optionsOf(roleLabels) },
    { name: 'account_status', label: labels.status, options: optionsOf(accountLabels) },
  ],
  columns: [
    { id: 'name', title: labels.name, sort: 'name', text: userName },
    { id: 'email', title: labels.email, sort: 'email', text: (row) => row.email },
    { id: 'role', title: labels.role, minor: true, text: (row) => roleLabels[row.role] },
    {
      id: 'status',
      title: labels.status,
      text: (row) => accountLabels[row.account_status],
      cell: (row) => (
        <Tag tone={row.account_status === 'blocked' ? 'bad' : 'ok'}>
          {accountLabels[row.account_status]}
        </Tag>
      ),
    },
    momentColumn('login', labels.lastLogin, (row) => row.last_login_at, {
      sort: 'last_login_at',
      minor: true,
    }),
    momentColumn('created', labels.registered, (row) => row.created_at, {
      sort: 'created_at',
      minor: true,
    }),
  ],
  fields: [choiceField('role', labels.role, roleLabels)],
  bulk: [
    {
      key: 'block',
      label: adminUsers.blockSome,
      isApplicable: ({ account_status }) => account_status === 'active',
      change: (row, reason) => changeAccess(row, { account_status: 'blocked', reason }),
      confirmation: {
        title: adminUsers.blockSomeQuestion,
        hint: adminUsers.blockSomeHint,
        confirm: adminUsers.block,
        reason: { label: adminUsers.reason, hint: adminUsers.reasonHint },
      },
    },
    {
      key: 'unblock',
      label: adminUsers.unblockSome,
      isApplicable: ({ account_status }) => account_status === 'blocked',
      change: (row) => changeAccess(row, { account_status: 'active' }),
      confirmation: { title: adminUsers.unblockSomeQuestion, confirm: adminUsers.unblock },
    },
    {
      key: 'end',
      label: adminUsers.endSome,
      change: (row) => ({ url: calls.userSessions(row.id), method: 'DELETE', tags: ['Session'] }),
      confirmation: {
        title: adminUsers.endSomeQuestion,
        hint: adminUsers.endSomeHint,
        confirm: adminUsers.end,
      },
    },
  ],
  heading: userName,
  Details: ({ row }) => (
    <DetailList
      details={[
        [labels.email, row.email],
        [labels.phone, row.phone && formatPhone(row.phone)],
        [labels.status, accountLabels[row.account_status]],
        [adminUsers.mail, row.email_verified ? adminUsers.confirmed : adminUsers.unconfirmed],
        [labels.registered, formatMoment(row.created_at)],
        [labels.lastLogin, formatMoment(row.last_login_at)],
      ]}
    />
  ),
  Actions: UserActions,
}
