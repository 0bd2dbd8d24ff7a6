import { useAppSelector } from '../../app/hooks.ts'
import { stream } from '../../app/texts/notifications.ts'
import { useText } from '../../app/texts/text.ts'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { selectInbox } from './inboxSlice.ts'
import { retryLive } from './liveSession.ts'

/** The problem of the stream, shown in the bell after its toast was closed. */
export function StreamError() {
  const t = useText()
  const { failure } = useAppSelector(selectInbox)
  if (!failure) return null
  return (
    <div className="nt-error">
      <Note tone="bad">{t(stream[failure])}</Note>
      {failure === 'unreachable' && (
        <Button variant="line" small onClick={retryLive}>
          {stream.retry}
        </Button>
      )}
    </div>
  )
}
