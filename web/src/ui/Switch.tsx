import { type ComponentProps, type ReactNode, useId } from 'react'
import './Switch.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
}

/** A switch, drawn as a point that moves along a line; on is at the right. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const generatedId = useId()
  const id = input.id ?? generatedId
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
