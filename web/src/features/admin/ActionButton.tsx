// A button that changes a record: with a confirmation dialog where it is described, and the error if it fails.

import { type ReactNode, useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { useOnce } from '../../app/useOnce.ts'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { type Change, useAdminChangeMutation } from './adminApi.ts'

type Props = {
  change: Change
  children: ReactNode
  look?: ButtonLook
  sending?: string
  disabled?: boolean
  confirmation?: { title: string; hint?: string; confirm: string }
  onDone?: () => void
}

export function ActionButton({
  change,
  children,
  look = 'line',
  sending = desk.working,
  disabled,
  confirmation,
  onDone,
}: Props) {
  const [run, state] = useAdminChangeMutation()
  const [isConfirming, setConfirming] = useState(false)
  const runAction = useOnce(async () => {
    const answer = await run(change)
    setConfirming(false)
    if (!answer.error) onDone?.()
  })
  return (
    <>
      <Button
        small
        look={look}
        disabled={disabled}
        sending={state.isLoading && sending}
        onClick={() => (confirmation ? setConfirming(true) : void runAction())}
      >
        {children}
      </Button>
      {state.error && (
        <Note tone="bad" role="alert">
          {failureText(state.error, desk.deedFailed)}
        </Note>
      )}
      {confirmation && (
        <ConfirmDialog
          open={isConfirming}
          title={confirmation.title}
          description={confirmation.hint}
          confirm={confirmation.confirm}
          sending={state.isLoading && sending}
          onConfirm={() => void runAction()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  )
}
