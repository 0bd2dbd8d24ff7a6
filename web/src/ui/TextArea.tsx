import { type ComponentProps, useState } from 'react'
import { joinClasses } from './classes.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> &
  FieldProps & {
    /** Shows '{n}/{counter}'. The text is never cut; the form refuses a longer one. */
    counter?: number
  }

export function TextArea(props: TextAreaProps) {
  const { frame, control } = useField(props)
  const { counter, onChange, ...area } = control
  const [typed, setTyped] = useState(area.defaultValue)
  // Code points, not UTF-16 units: the services also count an emoji as one character.
  const length = [...String(area.value ?? typed ?? '')].length
  return (
    <FieldFrame
      {...frame}
      aside={
        counter && (
          <span
            className={joinClasses('ui-counter num', length > counter && 'is-over')}
          >{`${length}/${counter}`}</span>
        )
      }
    >
      <div className="ui-input">
        <textarea
          rows={4}
          {...area}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange?.(event)
          }}
        />
      </div>
    </FieldFrame>
  )
}
