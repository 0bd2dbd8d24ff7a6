import { useAppSelector } from '../../app/hooks.ts'
import { bell } from '../../shared/texts/notifications.ts'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { selectInbox } from './inboxSlice.ts'
import type { Connection } from './parseStreamEvent.ts'

const states: Record<Connection, { tone: Tone; label: string }> = {
  connected: { tone: 'ok', label: bell.connected },
  connecting: { tone: 'none', label: bell.connecting },
  disconnected: { tone: 'bad', label: bell.disconnected },
  paused: { tone: 'none', label: bell.disconnected },
  error: { tone: 'bad', label: bell.disconnected },
}

export function ConnectionTag() {
  const { connection } = useAppSelector(selectInbox)
  const { tone, label } = states[connection]
  return <Tag tone={tone}>{label}</Tag>
}
