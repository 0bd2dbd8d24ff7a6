// One member of the team, however little was said of them (product-spec.md, section 3).

import { team as texts } from '../../app/texts/team.ts'
import type { TeamMemberRead } from '../../app/wire/content.ts'

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
export type Told = { [Field in keyof Member]?: Member[Field] | null }

const handleOf = (name: string) => name.toLowerCase().trim().replace(/\s+/g, '-')

export function memberOf(told: Told): Member {
  const name = told.name || texts.nameless
  const handle = told.handle || handleOf(name)
  const status = told.status && Object.hasOwn(texts.presence, told.status) ? told.status : 'offline'
  return {
    id: told.id ?? handle,
    name,
    position: told.position || texts.anyPosition,
    email: told.email ?? null,
    phone: told.phone ?? null,
    avatar: told.avatar ?? null,
    handle,
    status,
    isOnline: told.isOnline ?? status === 'online',
    work: told.work ?? null,
  }
}
