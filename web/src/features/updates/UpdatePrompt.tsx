import { updates } from '../../app/texts/updates.ts'
import { Button } from '../../ui/Button'
import './updates.css'
import { reloadFor, useUpdate } from './useUpdate.ts'

export default function UpdatePrompt() {
  const update = useUpdate()
  if (!update) return null
  return (
    <section role="status" aria-label={updates.title} className="update">
      <p className="update-title">{updates.title}</p>
      <p className="s ink2">{update.isWaiting ? updates.waits : updates.reloads(update.left)}</p>
      <Button small onClick={() => reloadFor(update.version)}>
        {updates.now}
      </Button>
    </section>
  )
}
