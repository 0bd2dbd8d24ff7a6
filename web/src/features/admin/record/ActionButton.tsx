// A button that changes a record. It shows a confirmation dialog if one is declared, and the error of
// a failed request.

import { type ReactNode, useState } from 'react'
import { adminList } from '../../../shared/texts/adminList.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button, type ButtonVariant } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { type Change, useAdminChangeMutation } from '../adminApi.ts'
import { announceDone } from '../doneNoticeStore.ts'
import { ActionRefusal } from './ActionRefusal.tsx'

type Props = {
  change: Change
  children: ReactNode
  variant?: ButtonVariant
  /** The accessible name, if the text alone does not identify the record. */
  label?: string
  pendingLabel?: string
  /** Error text for a failure without a server message. */
  failure?: string
  disabled?: boolean
  confirmation?: { title: string; hint?: string; confirm: string; cancel?: string }
  /** The message after success. */
  doneText?: string
  onDone?: () => void
}

export function ActionButton({
  change,
  children,
  variant = 'line',
  label,
  pendingLabel = adminList.working,
  failure = adminList.actionFailed,
  disabled,
  confirmation,
  doneText = adminList.actionDone,
  onDone,
}: Props) {
  const [run, state] = useAdminChangeMutation()
  const [isConfirming, setConfirming] = useState(false)
  const runAction = useSingleFlight(async () => {
    const answer = await run(change)
    setConfirming(false)
    if (answer.error) return
    announceDone(doneText)
    onDone?.()
  })
  return (
    <>
      <Button
        small
        variant={variant}
        aria-label={label}
        disabled={disabled}
        pendingLabel={state.isLoading && pendingLabel}
        onClick={() => (confirmation ? setConfirming(true) : void runAction())}
      >
        {children}
      </Button>
      <ActionRefusal error={state.error} fallback={failure} />
      {confirmation && (
        <ConfirmDialog
          open={isConfirming}
          {...confirmation}
          description={confirmation.hint}
          pendingLabel={state.isLoading && pendingLabel}
          onConfirm={() => void runAction()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  )
}
