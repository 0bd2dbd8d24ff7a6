import { useAppSelector } from '../../app/hooks.ts'
import { selectUser } from '../../app/sessionSlice.ts'
import { inbox } from '../../app/texts/adminInbox.ts'
import { ActionButton } from './ActionButton.tsx'
import type { InboxItem } from './inbox.tsx'
import type { Item, Source } from './section.ts'

/** Assigns the message or request to the signed-in user and marks a new one as in progress. */
export function AssignToMeButton({ source, item }: { source: Source<Item>; item: InboxItem }) {
  const me = useAppSelector(selectUser)
  if (!me || item.assignee_id === me.id) return null
  return (
    <ActionButton
      change={{
        url: source.item?.(item.id) ?? '',
        method: 'PATCH',
        body: {
          version: item.version,
          assignee_id: me.id,
          status: item.status === 'new' ? 'in_progress' : undefined,
        },
        tags: source.tags,
      }}
    >
      {inbox.take}
    </ActionButton>
  )
}
