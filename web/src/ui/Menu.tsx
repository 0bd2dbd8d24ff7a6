import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import './Popover.css'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

export type MenuItem = {
  label: string
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

type MenuProps = {
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
}

const mainOf = () =>
  typeof document === 'undefined' ? undefined : (document.querySelector('main') ?? undefined)

/** A list of deeds behind one button. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      {/* Inside the page's landmark: what lies outside of all of them is hard to find. */}
      <Base.Portal container={mainOf()}>
        <Base.Positioner align={align} sideOffset={8} collisionPadding={12} className="ui-over">
          <Base.Popup className="ui-drop ui-menu">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                disabled={item.disabled}
                onClick={item.onSelect}
                className={classes('ui-menu-item', item.danger && 'is-danger')}
              >
                {item.icon && <Icon name={item.icon} />}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
