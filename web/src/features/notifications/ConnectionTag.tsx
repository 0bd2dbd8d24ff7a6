import { useAppSelector } from '../../app/hooks.ts'
import { bell } from '../../app/texts/notifications.ts'
import { Tag, type Tone } from '../../ui/Tag'
import { selectInbox } from './inboxSlice.ts'
import type { Connection } from './streamEvents.ts'

const states: Record<Connection, { tone: Tone; word: string }> = {
  connected: { tone: 'ok', word: bell.connected },
  connecting: { tone: 'none', word: bell.connecting },
  disconnected: { tone: 'bad', word: bell.disconnected },
  paused: { tone: 'none', word: bell.disconnected },
  error: { tone: 'bad', word: bell.disconnected },
}

export function ConnectionTag() {
  const { connection } = useAppSelector(selectInbox)
  const { tone, word } = states[connection]
  return <Tag tone={tone}>{word}</Tag>
}
