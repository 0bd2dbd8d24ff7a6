import type { ComponentProps } from 'react'
import './IconButton.css'
import { joinClasses } from './classes.ts'
import { Icon } from './Icon.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The path of the icon, from icons.ts or frameIcons.ts. */
  icon: string
  /** The accessible name, including the number of the badge. */
  label: string
  badge?: string | number | null
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, badge, className, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={joinClasses('ui-iconbtn', className)}
    >
      <Icon path={icon} />
      {badge ? (
        <span className="ui-badge num" aria-hidden="true">
          {badge}
        </span>
      ) : null}
    </button>
  )
}
