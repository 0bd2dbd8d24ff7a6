import { updates } from '../../app/texts/updates.ts'
import { Button } from '../../ui/Button'
import { CornerNote } from '../../ui/CornerNote.tsx'
import { reloadFor, useUpdate } from './useUpdate.ts'

export default function UpdatePrompt() {
  const update = useUpdate()
  if (!update) return null
  return (
    <CornerNote
      isNews
      title={updates.title}
      text={update.isWaiting ? updates.waits : updates.reloads(update.left)}
    >
      <Button small onClick={() => reloadFor(update.version)}>
        {updates.now}
      </Button>
    </CornerNote>
  )
}
