// The administrators and staff that a message or request can be assigned to.

import { calls } from '../../../api/calls.ts'
import type { AdminUser } from '../../../api/wire/auth.ts'
import { adminLists } from '../../../shared/limits.ts'
import { useAdminQuery } from '../adminApi.ts'

export const formatUserName = (user: Pick<AdminUser, 'first_name' | 'last_name' | 'email'>) =>
  `${user.first_name} ${user.last_name}`.trim() || user.email

/** The administrators and staff, at most one page of each. Empty until they are loaded. */
export function useColleagues(): AdminUser[] {
  const limit = adminLists.exportPage
  const admins = useAdminQuery(calls.users, ['User'], { params: { role: 'admin', limit } })
  const staff = useAdminQuery(calls.users, ['User'], { params: { role: 'staff', limit } })
  return [...(admins.data?.users ?? []), ...(staff.data?.users ?? [])]
}
