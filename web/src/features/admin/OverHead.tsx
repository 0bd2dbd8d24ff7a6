// What can be done with the chosen rows lies over the head of their table, what came of it has its line
// above that, and both stay in sight while the rows scroll: no row moves under the pointer.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { desk } from '../../app/texts/adminDesk.ts'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { catchFocus, FocusKept } from '../../ui/lostFocus'
import { Note } from '../../ui/Note'
import type { Item } from './section.ts'
import type { Picking, Told } from './usePicking.ts'

type Props<Row> = {
  picking: Picking<Row>
  /** Stands there at all times: takes the focus of what went. */
  place: RefObject<HTMLDivElement | null>
  /** The buttons for what is chosen. */
  children: ReactNode
}

export function OverHead<Row extends Item>({ picking, place, children }: Props<Row>) {
  const { chosen, told, tell } = picking
  return (
    <div className="ad-over-place" ref={place}>
      {told && <Outcome told={told} near={place} onClose={() => tell(null)} />}
      {chosen.length > 0 && (
        <fieldset className="ad-over">
          <legend className="sr">{desk.chosen(chosen.length)}</legend>
          <span className="s num" aria-hidden="true">
            {desk.chosen(chosen.length)}
          </span>
          {children}
        </fieldset>
      )}
    </div>
  )
}

type OutcomeProps = { told: Told; near: RefObject<HTMLElement | null>; onClose: () => void }

function Outcome({ told, near, onClose }: OutcomeProps) {
  const text = useRef<HTMLDivElement>(null)
  // The button went with the choice.
  useEffect(() => {
    if (told) catchFocus(text.current)
  }, [told])
  return (
    <div className="ad-told">
      <div ref={text}>
        <Note tone={told.tone} role={told.tone === 'bad' ? 'alert' : 'status'}>
          {told.text}
        </Note>
      </div>
      {told.undo && (
        <Button small look="text" onClick={told.undo.act}>
          {told.undo.label}
        </Button>
      )}
      <IconButton icon="close" label={desk.closeOutcome} onClick={onClose} />
      <FocusKept near={near} />
    </div>
  )
}
