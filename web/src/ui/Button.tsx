import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import './Button.css'
import { classes } from './classes'

export type ButtonLook = 'solid' | 'line' | 'text' | 'danger'

type Look = {
  /** One solid button a view; line is the second choice, text the third. */
  look?: ButtonLook
  small?: boolean
  /** Takes the whole width on phones. */
  wide?: boolean
}

function buttonClass({ look = 'solid', small, wide }: Look, extra?: string) {
  return classes('ui-btn', `ui-btn-${look}`, small && 'ui-btn-small', wide && 'ui-btn-wide', extra)
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** The word of progress ('Отправляем…'); while it stands, the button is disabled. */
    sending?: string | false | null
  }

export function Button(props: ButtonProps) {
  const {
    look,
    small,
    wide,
    sending,
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
      disabled={disabled || Boolean(sending)}
      aria-busy={sending ? true : undefined}
      className={buttonClass({ look, small, wide }, className)}
    >
      {sending ? (
        <>
          <i className="ui-btn-meter" aria-hidden="true" />
          {sending}
        </>
      ) : (
        children
      )}
    </button>
  )
}

/** A link of the router that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({
  look,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={buttonClass({ look, small, wide }, className)} />
}

/** The same for addresses outside the router: files, mailto, tel, other sites. */
export function AnchorButton({
  look,
  small,
  wide,
  className,
  ...rest
}: ComponentProps<'a'> & Look) {
  return <a {...rest} className={buttonClass({ look, small, wide }, className)} />
}
