import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import './Button.css'
import { classes } from './classes'

export type ButtonVariant = 'solid' | 'line' | 'text' | 'danger'

type ButtonStyle = {
  /** One solid button a view; line is the second choice, text the third. */
  variant?: ButtonVariant
  small?: boolean
  /** Takes the whole width on phones. */
  wide?: boolean
}

function buttonClass({ variant = 'solid', small, wide }: ButtonStyle, extra?: string) {
  return classes(
    'ui-btn',
    `ui-btn-${variant}`,
    small && 'ui-btn-small',
    wide && 'ui-btn-wide',
    extra,
  )
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** The word of progress ('Отправляем…'); while it stands, the button is disabled. */
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
      className={buttonClass({ variant, small, wide }, className)}
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

/** A link of the router that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({
  variant,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link {...rest} className={buttonClass({ variant, small, wide }, className)} />
}

/** The same for addresses outside the router: files, mailto, tel, other sites. */
export function AnchorButton({
  variant,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<'a'> & ButtonStyle) {
  return <a {...rest} className={buttonClass({ variant, small, wide }, className)} />
}
