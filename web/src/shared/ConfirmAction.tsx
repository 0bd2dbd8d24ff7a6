import { Suspense } from 'react'
import { lazyWithRetry } from '../platform/lazyWithRetry.ts'
import { useSingleFlight } from './useSingleFlight.ts'

const ConfirmDialog = lazyWithRetry(async () => ({
  default: (await import('../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

type Props = {
  title: string
  /** What the action means. */
  note: string
  confirm?: string
  cancel?: string
  run: () => Promise<{ error?: unknown }>
  /** The label of the button while the action runs. */
  pendingLabel: string | false
  /** Why the action failed. */
  failure?: string | false
  onDone: () => void
  onClose: () => void
}

/** Asks before an action and runs it once; the dialog stays while it runs and says why it failed. */
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
      <ConfirmDialog
        open
        {...dialog}
        description={description}
        onConfirm={onConfirm}
        onCancel={onClose}
      />
    </Suspense>
  )
}
