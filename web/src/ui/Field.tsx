import { type ReactNode, useId } from 'react'
import './Field.css'
import { classes } from './classes'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to correct it; the typed value stays. */
  error?: string | null
  /** Replaces the hint once the value is valid. */
  good?: ReactNode
  small?: boolean
  /** The label is for screen readers only, where the context shows it. */
  hideLabel?: boolean
  className?: string
}

/** The ids that connect a control with its label, hint and error. */
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
  /** At the right of the hint's line: a counter. */
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
