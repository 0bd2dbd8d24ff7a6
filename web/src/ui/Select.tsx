import type { ComponentProps } from 'react'
import './Select.css'
import { FieldFrame, type FieldProps, useFieldIds } from './Field'

export type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> &
  FieldProps & { options: readonly Option[]; placeholder?: string }

/** The native select: phones show their own picker; Select.css styles the list in Chromium. */
export function Select(props: SelectProps) {
  const { label, hint, error, good, small, hideLabel, className, options, placeholder, ...select } =
    props
  const { id, noteId, describedBy } = useFieldIds(select.id, props)
  return (
    <FieldFrame
      {...{ id, noteId, label, hint, error, good, small, hideLabel, className }}
      disabled={select.disabled}
    >
      <div className="ui-input ui-select">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        >
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  )
}
