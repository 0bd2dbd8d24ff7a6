// One thing that can be done with a record: a button, its question where it matters, its failure.

import { type ReactNode, useState } from 'react'
import { failureText } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { useOnce } from '../../app/useOnce.ts'
import { Button, type ButtonLook } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Note } from '../../ui/Note'
import { type Change, useAdminChangeMutation } from './adminApi.ts'

type Props = {
  change: Change
  children: ReactNode
  look?: ButtonLook
  sending?: string
  disabled?: boolean
  ask?: { title: string; hint?: string; confirm: string }
  onDone?: () => void
}

export function Deed({
  change,
  children,
  look = 'line',
  sending = desk.working,
  disabled,
  ask,
  onDone,
}: Props) {
  const [run, state] = useAdminChangeMutation()
  const [isAsked, setAsked] = useState(false)
  const act = useOnce(async () => {
    const answer = await run(change)
    setAsked(false)
    if (!answer.error) onDone?.()
  })
  return (
    <>
      <Button
        small
        look={look}
        disabled={disabled}
        sending={state.isLoading && sending}
        onClick={() => (ask ? setAsked(true) : void act())}
      >
        {children}
      </Button>
      {state.error && (
        <Note tone="bad" role="alert">
          {failureText(state.error, desk.deedFailed)}
        </Note>
      )}
      {ask && (
        <ConfirmDialog
          open={isAsked}
          title={ask.title}
          description={ask.hint}
          confirm={ask.confirm}
          sending={state.isLoading && sending}
          onConfirm={() => void act()}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  )
}
