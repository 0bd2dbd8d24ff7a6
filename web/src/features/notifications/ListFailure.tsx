import { failureText, requestIdOf } from '../../app/problem.ts'
import { lists, stream } from '../../app/texts/notifications.ts'
import { useText } from '../../app/texts/text.ts'
import { ErrorNote } from '../../ui/Note'

type Props = { error: unknown; onRetry: () => void; isRetrying: boolean }

export function ListFailure({ error, onRetry, isRetrying }: Props) {
  const t = useText()
  return (
    <div className="nt-failure">
      <ErrorNote
        title={t(lists.failed)}
        code={requestIdOf(error)}
        onRetry={onRetry}
        retrying={isRetrying && stream.retrying}
      >
        {failureText(error, lists.failedReason)}
      </ErrorNote>
    </div>
  )
}
