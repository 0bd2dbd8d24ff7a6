import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './Field'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> &
  FieldProps & {
    /** Shows '{n}/{counter}'. The text is never cut: the form refuses what is too long. */
    counter?: number
  }

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, good, small, hideLabel, className, counter, onChange, ...area } =
    props
  const { id, noteId, describedBy } = useFieldIds(area.id, props)
  const [typed, setTyped] = useState(area.defaultValue)
  // Code points, not UTF-16 units: the services count an emoji as one character too.
  const length = [...String(area.value ?? typed ?? '')].length
  return (
    <FieldFrame
      {...{ id, noteId, label, hint, error, good, small, hideLabel, className }}
      disabled={area.disabled}
      aside={
        counter && (
          <span
            className={`ui-counter num ${length > counter ? 'is-over' : ''}`}
          >{`${length}/${counter}`}</span>
        )
      }
    >
      <div className="ui-input">
        <textarea
          rows={4}
          {...area}
          id={id}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange?.(event)
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
      </div>
    </FieldFrame>
  )
}
