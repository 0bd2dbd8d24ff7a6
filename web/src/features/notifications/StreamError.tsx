import { useAppSelector } from '../../app/hooks.ts'
import { stream } from '../../app/texts/notifications.ts'
import { useText } from '../../app/texts/text.ts'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { selectInbox } from './inboxSlice.ts'
import { retryLive } from './liveSession.ts'

/** What is wrong with the stream, for the person who has closed the toast about it. */
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
