// The confirmation before an order is moved on the board, with the message that its buyer receives.

import { useRef, useState } from 'react'
import { calls } from '../../../api/calls.ts'
import { isProblem } from '../../../api/problem.ts'
import type { CardRead } from '../../../api/wire/content.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { searchDebounce } from '../../../shared/limits.ts'
import { board, columnLabels } from '../../../shared/texts/adminBoard.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { useDebouncedValue } from '../../../shared/useDebouncedValue.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { createChange, refreshTags, useAdminChangeMutation } from '../adminApi.ts'
import { AdvanceMessage } from './AdvanceMessage.tsx'

export type MoveOutcome = { tone: 'ok' | 'warn'; text: string }

const tags = ['Order', 'Payment', 'Conversation'] as const

type Props = {
  card: CardRead
  /** Finds what gets the focus when the dialog closes: the card may be in another column then. */
  findPlace: () => HTMLElement | null
  /** Called before the request, so that the card moves at once. */
  onStart: () => void
  /** Called after the response. A refused move must be undone. */
  onEnd: (isConfirmed: boolean) => void
  onClose: () => void
  onOutcome: (outcome: MoveOutcome) => void
}

export function MoveDialog({ card, findPlace, onStart, onEnd, onClose, onOutcome }: Props) {
  const dispatch = useAppDispatch()
  const [run, { isLoading, error }] = useAdminChangeMutation()
  // The dialog reads `current` when it closes.
  const place = useRef({
    get current() {
      return findPlace()
    },
  }).current
  const [typed, setTyped] = useState('')
  const note = useDebouncedValue(typed.trim(), searchDebounce)
  const column = card.next_step ? columnLabels[card.next_step] : ''
  async function move() {
    onStart()
    const url = calls.contentAdminAction('orders', card.id, 'advance')
    const body = { note: typed.trim() || null, version: card.version }
    // The columns are refetched below, after the board knows that the move is confirmed.
    const answer = await run({
      ...createChange('POST', url, tags, body),
      isRefreshedByCaller: true,
    })
    onEnd(!answer.error)
    // 404: the order was deleted; 409: it was advanced, changed or cancelled. The board is refetched.
    const isOutdated =
      isProblem(answer.error) && (answer.error.status === 409 || answer.error.status === 404)
    if (answer.error && !isOutdated) return
    dispatch(refreshTags(tags))
    onClose()
    onOutcome(
      isOutdated
        ? { tone: 'warn', text: board.movedByAnother(card.number) }
        : { tone: 'ok', text: board.moved(card.number, column) },
    )
  }
  return (
    <ConfirmDialog
      open
      title={board.question(card.number, column)}
      description={adminOrder.advanceHint(card.user_name)}
      confirm={adminOrder.advanceConfirm}
      pendingLabel={isLoading && adminList.working}
      restoreFocusTo={place}
      onConfirm={move}
      onCancel={onClose}
    >
      <TextField
        label={adminOrder.advanceNote}
        value={typed}
        maxLength={2000}
        onChange={(event) => setTyped(event.target.value)}
      />
      <AdvanceMessage order={card} note={note} />
      <ActionErrorNote error={error} fallback={adminList.actionFailed} />
    </ConfirmDialog>
  )
}
