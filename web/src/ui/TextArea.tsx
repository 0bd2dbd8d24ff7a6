import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './Field'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> &
  FieldProps & {
    /** Shows '{n}/{counter}'. The text is never cut: the form refuses what is too long. */
    counter?: number
  }

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, good, small, hideLabel, className, counter, onChange, ...area } =
    props
  const { id, noteId, describedBy } = useFieldIds(area.id, props)
  const [typed, setTyped] = useState(area.defaultValue)
  // Letters, not halves of them: an emoji is one, for the services too.
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
