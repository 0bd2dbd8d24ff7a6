import { problemText, requestIdOf } from '../../app/problem.ts'
import { lists } from '../../app/texts/notifications.ts'
import { useText } from '../../app/texts/text.ts'
import { ErrorNote } from '../../ui/Note'

type Props = { error: unknown; onRetry: () => unknown }

export function ListError({ error, onRetry }: Props) {
  const t = useText()
  return (
    <div className="nt-error">
      <ErrorNote title={t(lists.failed)} code={requestIdOf(error)} onRetry={onRetry}>
        {problemText(error, lists.failedReason)}
      </ErrorNote>
    </div>
  )
}
