import type { ComponentProps } from 'react'
import './Select.css'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> &
  FieldProps & { options: readonly Option[]; placeholder?: string }

/** The native select: phones show their own picker, and Select.css styles the list in Chromium. */
export function Select(props: SelectProps) {
  const { frame, control } = useField(props)
  const { options, placeholder, ...select } = control
  return (
    <FieldFrame {...frame}>
      <div className="ui-input ui-select">
        <select {...select}>
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
