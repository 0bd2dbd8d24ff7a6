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
  /** Receives the chosen file. */
  onPick?: (file: File) => void
  /** Several files may be chosen at once. */
  several?: boolean
  /** Receives all chosen files. */
  onPickSeveral?: (files: File[]) => void
  children: ReactNode
}

/** A button that is a native file input: keyboards, phones and screen readers know it. */
export function FilePick(props: Props) {
  const { label, accept, describedBy, disabled, several, onPick, onPickSeveral, children } = props
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    const [file] = files
    // The same file may be chosen again after it was refused.
    event.target.value = ''
    if (!file) return
    onPick?.(file)
    onPickSeveral?.(files)
  }
  return (
    <label className="ui-btn ui-btn-line ui-btn-small ui-pick" aria-disabled={disabled}>
      <input
        type="file"
        className="sr"
        aria-label={label}
        accept={accept}
        multiple={several}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={picked}
      />
      <span aria-hidden="true">{children}</span>
    </label>
  )
}
