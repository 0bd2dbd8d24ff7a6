// The accounts: who they are, what they may, and whether they may at all.

import { calls } from '../../app/paths.ts'
import { desk, labels } from '../../app/texts/adminDesk.ts'
import { people } from '../../app/texts/adminPeople.ts'
import { accountWords, roleWords } from '../../app/texts/adminWords.ts'
import type { AdminUser } from '../../app/wire/auth.ts'
import { dayAndTime } from '../../lib/dates'
import { formatPhone } from '../../lib/phone'
import { Tag } from '../../ui/Tag'
import type { Change } from './adminApi.ts'
import { FactList } from './Facts.tsx'
import { nameOf } from './people.ts'
import { optionsOf, type Section } from './section.ts'
import { UserTools } from './UserTools.tsx'

const moment = (at: string | null) => (at ? dayAndTime(at) : desk.none)

const standing = (row: AdminUser, body: object): Change => ({
  url: calls.user(row.id),
  method: 'PATCH',
  body: { ...body, version: row.version },
  tags: ['User', 'Session'],
})

export const usersSection: Section<AdminUser> = {
  title: 'Пользователи',
  source: {
    list: calls.users,
    item: calls.user,
    rows: 'users',
    one: 'user',
    tags: ['User'],
    sheet: calls.usersSheet,
  },
  search: 'query',
  sorts: ['-created_at', 'created_at', 'name', '-name', 'email', '-email', '-last_login_at'],
  filters: [
    { name: 'role', label: labels.role, options: optionsOf(roleWords) },
    { name: 'account_status', label: labels.status, options: optionsOf(accountWords) },
  ],
  columns: [
    { id: 'name', title: labels.name, sort: 'name', text: nameOf },
    { id: 'email', title: labels.email, sort: 'email', text: (row) => row.email },
    { id: 'role', title: labels.role, minor: true, text: (row) => roleWords[row.role] },
    {
      id: 'status',
      title: labels.status,
      text: (row) => accountWords[row.account_status],
      cell: (row) => (
        <Tag tone={row.account_status === 'blocked' ? 'bad' : 'ok'}>
          {accountWords[row.account_status]}
        </Tag>
      ),
    },
    {
      id: 'login',
      title: labels.lastLogin,
      sort: 'last_login_at',
      num: true,
      minor: true,
      text: (row) => moment(row.last_login_at),
    },
    {
      id: 'created',
      title: labels.registered,
      sort: 'created_at',
      num: true,
      minor: true,
      text: (row) => moment(row.created_at),
    },
  ],
  fields: [
    {
      name: 'role',
      label: labels.role,
      kind: 'select',
      required: true,
      options: optionsOf(roleWords),
    },
  ],
  bulk: [
    {
      key: 'block',
      label: people.blockSome,
      applies: ({ account_status }) => account_status === 'active',
      change: (row, reason) => standing(row, { account_status: 'blocked', reason }),
      ask: {
        title: people.blockSomeQuestion,
        hint: people.blockSomeHint,
        confirm: people.block,
        reason: { label: people.reason, hint: people.reasonHint },
      },
    },
    {
      key: 'unblock',
      label: people.unblockSome,
      applies: ({ account_status }) => account_status === 'blocked',
      change: (row) => standing(row, { account_status: 'active' }),
      ask: { title: people.unblockSomeQuestion, confirm: people.unblock },
    },
    {
      key: 'end',
      label: people.endSome,
      change: (row) => ({ url: calls.userSessions(row.id), method: 'DELETE', tags: ['Session'] }),
      ask: { title: people.endSomeQuestion, hint: people.endSomeHint, confirm: people.end },
    },
  ],
  heading: nameOf,
  Facts: ({ row }) => (
    <FactList
      facts={[
        [labels.email, row.email],
        [labels.phone, row.phone && formatPhone(row.phone)],
        [labels.status, accountWords[row.account_status]],
        [people.mail, row.email_verified ? people.confirmed : people.unconfirmed],
        [labels.registered, moment(row.created_at)],
        [labels.lastLogin, moment(row.last_login_at)],
      ]}
    />
  ),
  Tools: UserTools,
}
