// A team member. Missing fields of a response get fallbacks.

import type { TeamMemberRead } from '../../api/wire/content.ts'
import { team as texts } from '../../shared/texts/team.ts'

export type Member = Pick<
  TeamMemberRead,
  | 'id'
  | 'name'
  | 'position'
  | 'email'
  | 'phone'
  | 'avatar'
  | 'handle'
  | 'status'
  | 'isOnline'
  | 'work'
>
export type PartialMember = { [Field in keyof Member]?: Member[Field] | null }

const createHandle = (name: string) => name.toLowerCase().trim().replace(/\s+/g, '-')

export function completeMember(given: PartialMember): Member {
  const name = given.name || texts.nameless
  const handle = given.handle || createHandle(name)
  const status =
    given.status && Object.hasOwn(texts.presence, given.status) ? given.status : 'offline'
  return {
    id: given.id ?? handle,
    name,
    position: given.position || texts.anyPosition,
    email: given.email ?? null,
    phone: given.phone ?? null,
    avatar: given.avatar ?? null,
    handle,
    status,
    isOnline: given.isOnline ?? status === 'online',
    work: given.work ?? null,
  }
}
