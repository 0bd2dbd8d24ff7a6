// A button that changes a record: with a confirmation dialog where it is described, and the error if it fails.

import { type ReactNode, useState } from 'react'
import { problemText } from '../../app/problem.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { Button, type ButtonVariant } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { type Change, useAdminChangeMutation } from './adminApi.ts'

type Props = {
  change: Change
  children: ReactNode
  variant?: ButtonVariant
  pendingLabel?: string
  disabled?: boolean
  confirmation?: { title: string; hint?: string; confirm: string }
  onDone?: () => void
}

export function ActionButton({
  change,
  children,
  variant = 'line',
  pendingLabel = adminList.working,
  disabled,
  confirmation,
  onDone,
}: Props) {
  const [run, state] = useAdminChangeMutation()
  const [isConfirming, setConfirming] = useState(false)
  const runAction = useSingleFlight(async () => {
    const answer = await run(change)
    setConfirming(false)
    if (!answer.error) onDone?.()
  })
  return (
    <>
      <Button
        small
        variant={variant}
        disabled={disabled}
        pendingLabel={state.isLoading && pendingLabel}
        onClick={() => (confirmation ? setConfirming(true) : void runAction())}
      >
        {children}
      </Button>
      {state.error && (
        <Note tone="bad" role="alert">
          {problemText(state.error, adminList.actionFailed)}
        </Note>
      )}
      {confirmation && (
        <ConfirmDialog
          open={isConfirming}
          title={confirmation.title}
          description={confirmation.hint}
          confirm={confirmation.confirm}
          pendingLabel={state.isLoading && pendingLabel}
          onConfirm={() => void runAction()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  )
}
