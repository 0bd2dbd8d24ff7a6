// Whom a matter can be given to, and who is meant by an id.

import { adminDesk } from '../../app/limits.ts'
import { calls } from '../../app/paths.ts'
import type { AdminUser, Users } from '../../app/wire/auth.ts'
import { useAnswer } from './adminApi.ts'

export const nameOf = (user: Pick<AdminUser, 'first_name' | 'last_name' | 'email'>) =>
  `${user.first_name} ${user.last_name}`.trim() || user.email

/** The administrators and the staff; empty until they are known. */
export function useColleagues(): AdminUser[] {
  const limit = adminDesk.exportPage
  const admins = useAnswer<Users>(calls.users, ['User'], { params: { role: 'admin', limit } })
  const staff = useAnswer<Users>(calls.users, ['User'], { params: { role: 'staff', limit } })
  return [...(admins.data?.users ?? []), ...(staff.data?.users ?? [])]
}
