import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> &
  FieldProps & {
    /** Inside the frame at the right: '₽', 'л. с.', or a button. */
    unit?: ReactNode
    /** Inside the frame at the left: an icon. */
    start?: ReactNode
  }

export function TextField(props: TextFieldProps) {
  const { frame, control } = useField(props)
  const { unit, start, ...input } = control
  return (
    <FieldFrame {...frame}>
      <div className="ui-input">
        {start}
        <input type="text" {...input} />
        {typeof unit === 'string' ? <span className="ui-unit num">{unit}</span> : unit}
      </div>
    </FieldFrame>
  )
}
