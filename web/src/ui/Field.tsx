import { type ReactNode, useId } from 'react'
import { joinClasses } from './classes.ts'
import './Field.css'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to correct it. The typed value stays. */
  error?: string | null
  small?: boolean
  /** Only screen readers get the label. The context must make the field clear. */
  hideLabel?: boolean
  className?: string
}

type ControlProps = {
  id?: string
  disabled?: boolean
  'aria-describedby'?: string
}

/** Divides the props between the frame of a field and its control, and connects the two by ids. */
export function useField<Props extends FieldProps & ControlProps>(props: Props) {
  const { label, hint, error, small, hideLabel, className, ...rest } = props
  const generatedId = useId()
  const id = props.id ?? generatedId
  const noteId = `${id}-note`
  const describedBy = joinClasses(error || hint ? noteId : null, props['aria-describedby'])
  return {
    frame: {
      id,
      noteId,
      label,
      hint,
      error,
      small,
      hideLabel,
      className,
      disabled: props.disabled,
    },
    control: {
      ...rest,
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  }
}

type FrameProps = FieldProps & {
  id: string
  noteId: string
  disabled?: boolean
  /** Content at the right of the hint, such as a counter. */
  aside?: ReactNode
  children: ReactNode
}

export function FieldFrame(props: FrameProps) {
  const { id, noteId, label, hint, error, small, hideLabel, disabled, aside, className } = props
  const note = error || hint
  return (
    <div
      className={joinClasses(
        'ui-field',
        error && 'is-bad',
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

/** Error line of a custom control. Connect it with `aria-describedby={id}`. */
export function FieldError({ id, children }: { id: string; children?: string | null }) {
  return children ? (
    <p id={id} className="ui-field-error">
      {children}
    </p>
  ) : null
}
