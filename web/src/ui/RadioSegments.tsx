import { type ComponentProps, type ReactNode, useId } from 'react'
import './RadioSegments.css'
import { classes } from './classes'
import type { Option } from './Select'

type RadioSegmentsProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> & {
  label: ReactNode
  /** Two or three choices; a Select beyond. */
  options: readonly Option[]
  hideLabel?: boolean
  hint?: ReactNode
  error?: string | null
  small?: boolean
  className?: string
}

export function RadioSegments(props: RadioSegmentsProps) {
  const {
    label,
    options,
    hideLabel,
    hint,
    error,
    small,
    className,
    value,
    defaultValue,
    id,
    ...input
  } = props
  const own = useId()
  const name = input.name ?? own
  const noteId = `${own}-note`
  const legendId = `${own}-legend`
  return (
    <fieldset
      className={classes('ui-seg-field', className)}
      aria-labelledby={legendId}
      aria-describedby={error || hint ? noteId : undefined}
    >
      <legend id={legendId} className={hideLabel ? 'sr' : 'ui-label'}>
        {label}
      </legend>
      <div className={classes('ui-seg', small && 'ui-seg-small', error && 'is-bad')}>
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              {...input}
              // Only the first: an id is unique, and the error summary links to it.
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={option.value}
              disabled={input.disabled || option.disabled}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {(error || hint) && (
        <p id={noteId} className={classes('ui-seg-note', error && 'is-bad')}>
          {error || hint}
        </p>
      )}
    </fieldset>
  )
}
