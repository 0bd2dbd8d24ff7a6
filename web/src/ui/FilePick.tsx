import type { ChangeEvent, ReactNode } from 'react'
import './Button.css'
import './FilePick.css'

type Props = {
  /** The accessible name. The visible text may be shorter. */
  label: string
  accept: string
  /** The id of a hint. */
  describedBy?: string
  disabled?: boolean
  /** Called with the selected file. */
  onPick?: (file: File) => void
  /** Allows several files at once. */
  several?: boolean
  /** Called with all selected files. */
  onPickSeveral?: (files: File[]) => void
  children: ReactNode
}

/** A button that is a native file input, which keyboards, phones and screen readers support. */
export function FilePick(props: Props) {
  const { label, accept, describedBy, disabled, several, onPick, onPickSeveral, children } = props
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    const [file] = files
    // Allows selecting the same file again after it was refused.
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
        onChange={handleChange}
      />
      <span aria-hidden="true">{children}</span>
    </label>
  )
}
