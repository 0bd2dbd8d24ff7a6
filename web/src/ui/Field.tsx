import { type ReactNode, useId } from 'react'
import './Field.css'
import { classes } from './classes'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to mend it; the value stays as typed. */
  error?: string | null
  /** Stands in the hint's place once the value is known to be right. */
  good?: ReactNode
  small?: boolean
  /** Keeps the label for screen readers only, where the place says it to the eye. */
  hideLabel?: boolean
  className?: string
}

/** The ids that tie a control to its label, hint and error. */
export function useFieldIds(given: string | undefined, { hint, error, good }: Partial<FieldProps>) {
  const own = useId()
  const id = given ?? own
  const noteId = `${id}-note`
  return { id, noteId, describedBy: error || good || hint ? noteId : undefined }
}

type FrameProps = FieldProps & {
  id: string
  noteId: string
  disabled?: boolean
  /** Stands at the right of the note's line: a counter. */
  aside?: ReactNode
  children: ReactNode
}

export function FieldFrame(props: FrameProps) {
  const { id, noteId, label, hint, error, good, small, hideLabel, disabled, aside, className } =
    props
  const note = error || good || hint
  return (
    <div
      className={classes(
        'ui-field',
        error && 'is-bad',
        !error && Boolean(good) && 'is-good',
        disabled && 'is-off',
        small && 'ui-field-small',
        className,
      )}
    >
      <label htmlFor={id} className={hideLabel ? 'sr' : 'ui-label'}>
        {label}
      </label>
      {props.children}
      {(note || aside) && (
        <div className="ui-field-foot">
          {note && (
            <p id={noteId} className="ui-hint">
              {note}
            </p>
          )}
          {aside}
        </div>
      )}
    </div>
  )
}
