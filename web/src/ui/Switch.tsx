import { type ComponentProps, type ReactNode, useId } from 'react'
import './Switch.css'
import { classes } from './classes'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  className?: string
}

/** A station that moves along its line: on at the right end. */
export function Switch({ label, hint, hideLabel, className, ...input }: SwitchProps) {
  const own = useId()
  const id = input.id ?? own
  return (
    <div className={classes('ui-switch', className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <div>
        <label htmlFor={id} className={hideLabel ? 'sr' : undefined}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="xs mute">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
