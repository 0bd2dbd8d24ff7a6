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
  look?: ButtonVariant
  sending?: string
  disabled?: boolean
  confirmation?: { title: string; hint?: string; confirm: string }
  onDone?: () => void
}

export function ActionButton({
  change,
  children,
  look = 'line',
  sending = adminList.working,
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
        variant={look}
        disabled={disabled}
        pendingLabel={state.isLoading && sending}
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
          pendingLabel={state.isLoading && sending}
          onConfirm={() => void runAction()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  )
}
