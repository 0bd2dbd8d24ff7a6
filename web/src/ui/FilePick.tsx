import type { ChangeEvent, ReactNode } from 'react'
import './Button.css'
import './FilePick.css'

type Props = {
  /** Names the control; the visible word may be shorter. */
  label: string
  accept: string
  /** The id of a hint. */
  describedBy?: string
  disabled?: boolean
  onPick: (file: File) => void
  children: ReactNode
}

/** A button that is a native file input: keyboards, phones and screen readers know it. */
export function FilePick(props: Props) {
  const { label, accept, describedBy, disabled, onPick, children } = props
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file may be chosen again after it was refused.
    event.target.value = ''
    if (file) onPick(file)
  }
  return (
    <label className="ui-btn ui-btn-line ui-btn-small ui-pick" aria-disabled={disabled}>
      <input
        type="file"
        className="sr"
        aria-label={label}
        accept={accept}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={picked}
      />
      <span aria-hidden="true">{children}</span>
    </label>
  )
}
