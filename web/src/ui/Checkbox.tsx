import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import './Checkbox.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** The accessible name. Links that belong to it go into `children`, outside of the label. */
  label: ReactNode
  hideLabel?: boolean
  error?: string | null
  /** Some items of a group are selected. */
  indeterminate?: boolean
}

export function Checkbox(props: CheckboxProps) {
  const { label, hideLabel, error, indeterminate = false, children, ref, ...input } = props
  const generatedId = useId()
  const id = input.id ?? generatedId
  const box = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    // `indeterminate` is only a property; no attribute can set it.
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <div className="ui-check">
      <input
        {...input}
        ref={(node) => {
          box.current = node
          if (typeof ref === 'function') return ref(node)
          if (ref) ref.current = node
        }}
        id={id}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : input['aria-describedby']}
      />
      <div>
        <label htmlFor={id} className={hideLabel ? 'sr' : undefined}>
          {label}
        </label>
        {children}
        {error && (
          <p id={`${id}-error`} className="ui-check-error">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
