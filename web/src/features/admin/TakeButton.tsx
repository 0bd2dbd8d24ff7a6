import { useAppSelector } from '../../app/hooks.ts'
import { selectUser } from '../../app/sessionSlice.ts'
import { inbox } from '../../app/texts/adminInbox.ts'
import { Deed } from './Deed.tsx'
import type { Matter } from './handling.tsx'
import type { Source } from './section.ts'

/** One press makes the matter mine and says that it is being worked on. */
export function TakeButton({ source, matter }: { source: Source; matter: Matter }) {
  const me = useAppSelector(selectUser)
  if (!me || matter.assignee_id === me.id) return null
  return (
    <Deed
      change={{
        url: source.item?.(matter.id) ?? '',
        method: 'PATCH',
        body: {
          version: matter.version,
          assignee_id: me.id,
          status: matter.status === 'new' ? 'in_progress' : undefined,
        },
        tags: source.tags,
      }}
    >
      {inbox.take}
    </Deed>
  )
}
