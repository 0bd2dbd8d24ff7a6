// The bar with the actions for the selected rows. The bar covers the header of the table, and the
// result of the last action is on a line above the bar. Both stay visible while the rows scroll, and
// no row moves under the pointer.

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { RowSelection, SelectionOutcome } from '../../../shared/list/useRowSelection.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { Button } from '../../../ui/Button.tsx'
import { frameIcons } from '../../../ui/frameIcons.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { RestoreFocusOnUnmount, restoreFocus } from '../../../ui/lostFocus.ts'
import { Note } from '../../../ui/Note.tsx'
import type { Item } from '../section.ts'

type Props<Row> = {
  selection: RowSelection<Row>
  /** A permanent element, which gets the focus when a focused part of the bar disappears. */
  container: RefObject<HTMLDivElement | null>
  /** The buttons for the selected rows. */
  children: ReactNode
}

export function SelectionBar<Row extends Item>({ selection, container, children }: Props<Row>) {
  const { selected, outcome, setOutcome } = selection
  return (
    <div className="ad-selection-place" ref={container}>
      {outcome && (
        <OutcomeNote outcome={outcome} near={container} onClose={() => setOutcome(null)} />
      )}
      {selected.length > 0 && (
        <fieldset className="row ad-selection">
          <legend className="sr">{adminList.chosen(selected.length)}</legend>
          <span className="s num" aria-hidden="true">
            {adminList.chosen(selected.length)}
          </span>
          {children}
        </fieldset>
      )}
    </div>
  )
}

type OutcomeProps = {
  outcome: SelectionOutcome
  near: RefObject<HTMLElement | null>
  onClose: () => void
}

function OutcomeNote({ outcome, near, onClose }: OutcomeProps) {
  const hoverArea = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  // The pressed button disappears with the selection, so the message takes the focus.
  useEffect(() => {
    if (outcome) restoreFocus(text.current)
  }, [outcome])
  return (
    <div className="row ad-outcome" ref={hoverArea}>
      <div ref={text}>
        <Note tone={outcome.tone} role={outcome.tone === 'bad' ? 'alert' : 'status'}>
          {outcome.text}
        </Note>
      </div>
      {outcome.undo && <UndoButton undo={outcome.undo} hoverArea={hoverArea} />}
      <IconButton icon={frameIcons.close} label={adminList.closeOutcome} onClick={onClose} />
      <RestoreFocusOnUnmount restoreFocusTo={near} />
    </div>
  )
}

type UndoProps = {
  undo: NonNullable<SelectionOutcome['undo']>
  /** The countdown pauses while this element is hovered or has the keyboard focus. */
  hoverArea: RefObject<HTMLDivElement | null>
}

const isInUse = (hoverArea: HTMLElement | null) =>
  hoverArea !== null &&
  (hoverArea.matches(':hover') || hoverArea.querySelector(':focus-visible') !== null)

function UndoButton({ undo, hoverArea }: UndoProps) {
  const { label, onUndo, seconds } = undo
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  // Each outcome starts its own countdown.
  useEffect(() => {
    setSecondsLeft(undo.seconds)
    if (undo.seconds === undefined) return
    const timer = setInterval(() => {
      if (!isInUse(hoverArea.current)) setSecondsLeft((before = 0) => Math.max(0, before - 1))
    }, 1000)
    return () => clearInterval(timer)
  }, [undo, hoverArea])
  if (secondsLeft === 0) return null
  return (
    <>
      <Button small variant="text" onClick={onUndo}>
        {label}
      </Button>
      {secondsLeft !== undefined && (
        <span className="xs mute num" aria-hidden="true">
          {adminList.undoLeft(secondsLeft)}
        </span>
      )}
    </>
  )
}
