import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'
import './RadioSegments.css'
import { joinClasses } from './classes.ts'
import type { Option } from './Select.tsx'

type RadioSegmentsProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> & {
  label: ReactNode
  /** Two or three choices. Use a Select for more. */
  options: readonly Option[]
  value: string
  error?: string | null
}

export function RadioSegments(props: RadioSegmentsProps) {
  const { label, options, error, value, id, ...input } = props
  const generatedId = useId()
  return (
    <fieldset
      aria-labelledby={`${generatedId}-legend`}
      aria-describedby={error ? `${generatedId}-note` : undefined}
    >
      <legend id={`${generatedId}-legend`} className="ui-label">
        {label}
      </legend>
      <div className={joinClasses('ui-seg', error && 'is-bad')}>
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              {...input}
              // Only the first has the id: ids are unique, and the error summary links to it.
              id={index === 0 ? id : undefined}
              type="radio"
              name={input.name ?? generatedId}
              value={option.value}
              checked={value === option.value}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${generatedId}-note`}>{error}</FieldError>}
    </fieldset>
  )
}
