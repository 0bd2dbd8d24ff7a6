import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import './Button.css'
import { joinClasses } from './classes.ts'

export type ButtonVariant = 'solid' | 'line' | 'text' | 'danger'

type ButtonStyle = {
  /** One solid button per view; `line` for the second choice, `text` for the third. */
  variant?: ButtonVariant
  small?: boolean
  /** Full width on phones. Large buttons in a row always are. */
  wide?: boolean
}

function chooseButtonClass({ variant = 'solid', small, wide }: ButtonStyle, extra?: string) {
  return joinClasses(
    'ui-btn',
    `ui-btn-${variant}`,
    small && 'ui-btn-small',
    wide && 'ui-btn-wide',
    extra,
  )
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Label while the action runs ('Отправляем…'); the button is then disabled. */
    pendingLabel?: string | false | null
  }

export function Button(props: ButtonProps) {
  const {
    variant,
    small,
    wide,
    pendingLabel,
    className,
    children,
    disabled,
    type = 'button',
    ...rest
  } = props
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || Boolean(pendingLabel)}
      aria-busy={pendingLabel ? true : undefined}
      className={chooseButtonClass({ variant, small, wide }, className)}
    >
      {pendingLabel ? (
        <>
          <i className="ui-btn-meter" aria-hidden="true" />
          {pendingLabel}
        </>
      ) : (
        children
      )}
    </button>
  )
}

/** A router link styled as a button: for navigation, never for an action. */
export function LinkButton({
  variant,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link {...rest} className={chooseButtonClass({ variant, small, wide }, className)} />
}

/** Like LinkButton, for URLs outside of the router: files, mailto, tel, other sites. */
export function AnchorButton({
  variant,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<'a'> & ButtonStyle) {
  return <a {...rest} className={chooseButtonClass({ variant, small, wide }, className)} />
}
