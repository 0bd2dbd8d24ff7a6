// The bar with the actions for the selected rows. It covers the header of the table; the result of
// the last action is on a line above it. Both stay visible while the rows scroll, and no row moves
// under the pointer.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { RowSelection, SelectionOutcome } from '../../shared/list/useRowSelection.ts'
import { adminList } from '../../shared/texts/adminList.ts'
import { Button } from '../../ui/Button.tsx'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { RestoreFocusOnUnmount, restoreFocus } from '../../ui/lostFocus.ts'
import { Note } from '../../ui/Note.tsx'
import type { Item } from './section.ts'

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
  const text = useRef<HTMLDivElement>(null)
  // The pressed button disappears with the selection, so the message takes the focus.
  useEffect(() => {
    if (outcome) restoreFocus(text.current)
  }, [outcome])
  return (
    <div className="row ad-outcome">
      <div ref={text}>
        <Note tone={outcome.tone} role={outcome.tone === 'bad' ? 'alert' : 'status'}>
          {outcome.text}
        </Note>
      </div>
      {outcome.undo && (
        <Button small variant="text" onClick={outcome.undo.onUndo}>
          {outcome.undo.label}
        </Button>
      )}
      <IconButton icon={frameIcons.close} label={adminList.closeOutcome} onClick={onClose} />
      <RestoreFocusOnUnmount restoreFocusTo={near} />
    </div>
  )
}
