// The accounts: who they are, what they may, and whether they may at all.

import { calls } from '../../app/paths.ts'
import { desk, labels } from '../../app/texts/adminDesk.ts'
import { people } from '../../app/texts/adminPeople.ts'
import { accountWords, roleWords } from '../../app/texts/adminWords.ts'
import type { AdminUser } from '../../app/wire/auth.ts'
import { dayAndTime } from '../../lib/dates'
import { Tag } from '../../ui/Tag'
import { FactList } from './Facts.tsx'
import { nameOf } from './people.ts'
import { optionsOf, type Section } from './section.ts'
import { UserTools } from './UserTools.tsx'

const moment = (at: string | null) => (at ? dayAndTime(at) : desk.none)

export const usersSection: Section<AdminUser> = {
  title: 'Пользователи',
  source: { list: calls.users, item: calls.user, rows: 'users', one: 'user', tags: ['User'] },
  search: 'query',
  filters: [
    { name: 'role', label: labels.role, options: optionsOf(roleWords) },
    { name: 'account_status', label: labels.status, options: optionsOf(accountWords) },
  ],
  columns: [
    { id: 'name', title: labels.name, text: nameOf },
    { id: 'email', title: labels.email, text: (row) => row.email },
    { id: 'role', title: labels.role, text: (row) => roleWords[row.role] },
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
      num: true,
      minor: true,
      text: (row) => moment(row.last_login_at),
    },
    {
      id: 'created',
      title: labels.registered,
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
  heading: nameOf,
  Facts: ({ row }) => (
    <FactList
      facts={[
        [labels.email, row.email],
        [labels.phone, row.phone],
        [labels.status, accountWords[row.account_status]],
        ['Почта', row.email_verified ? people.confirmed : people.unconfirmed],
        [labels.registered, moment(row.created_at)],
        [labels.lastLogin, moment(row.last_login_at)],
      ]}
    />
  ),
  Tools: UserTools,
}
