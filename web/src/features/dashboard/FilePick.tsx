import type { ChangeEvent, ReactNode } from 'react'

type Props = {
  /** Names the control; the visible word may be shorter. */
  label: string
  accept: string
  disabled?: boolean
  onPick: (file: File) => void
  children: ReactNode
}

/** A button that is a native file input: keyboards, phones and screen readers know it. */
export function FilePick({ label, accept, disabled, onPick, children }: Props) {
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file may be chosen again after it was refused.
    event.target.value = ''
    if (file) onPick(file)
  }
  return (
    <label className="ui-btn ui-btn-line ui-btn-small db-pick" aria-disabled={disabled}>
      <input
        type="file"
        className="sr"
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onChange={picked}
      />
      <span aria-hidden="true">{children}</span>
    </label>
  )
}
