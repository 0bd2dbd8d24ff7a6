import { type ComponentProps, type ReactNode, useId } from 'react'
import './Switch.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
}

/** A station that moves along its line: on at the right end. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const own = useId()
  const id = input.id ?? own
  return (
    <div className="ui-switch">
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="xs mute">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
