import { Suspense } from 'react'
import { LazyConfirmDialog } from './LazyConfirmDialog.ts'
import { useSingleFlight } from './useSingleFlight.ts'

type Props = {
  title: string
  /** Explains the effect of the action. */
  note: string
  confirm?: string
  variant?: 'solid' | 'danger'
  cancel?: string
  /** The action has become impossible while the question was open. */
  disabled?: boolean
  run: () => Promise<{ error?: unknown }>
  /** Label of the button while the action runs. */
  pendingLabel: string | false
  /** Error message of a failed action. */
  failure?: string | false
  onDone: () => void
  onClose: () => void
}

/**
 * Asks for confirmation, then runs an action once. The dialog stays open while it runs, and shows
 * its error.
 */
export function ConfirmAction({ note, run, failure, onDone, onClose, ...dialog }: Props) {
  const onConfirm = useSingleFlight(async () => {
    const answer = await run()
    if (!answer.error) onDone()
  })
  const description = failure ? (
    <span role="alert" className="failure">
      {failure}
    </span>
  ) : (
    note
  )
  return (
    <Suspense fallback={null}>
      <LazyConfirmDialog
        open
        {...dialog}
        description={description}
        onConfirm={onConfirm}
        onCancel={onClose}
      />
    </Suspense>
  )
}
