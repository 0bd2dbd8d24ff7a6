import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { FieldFrame, type FieldProps, useFieldIds } from './Field'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> &
  FieldProps & {
    /** Stands inside the frame at the right: '₽', 'л. с.', or a button. */
    unit?: ReactNode
    /** Stands inside the frame at the left: an icon. */
    start?: ReactNode
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, good, small, hideLabel, className, unit, start, ...input } = props
  const { id, noteId, describedBy } = useFieldIds(input.id, props)
  return (
    <FieldFrame
      {...{ id, noteId, label, hint, error, good, small, hideLabel, className }}
      disabled={input.disabled}
    >
      <div className="ui-input">
        {start}
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(describedBy, input['aria-describedby']) || undefined}
        />
        {typeof unit === 'string' ? <span className="ui-unit num">{unit}</span> : unit}
      </div>
    </FieldFrame>
  )
}
