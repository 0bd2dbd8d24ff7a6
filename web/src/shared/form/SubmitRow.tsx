import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/Button.tsx'

type Props = Pick<ButtonProps, 'variant' | 'small' | 'disabled'> & {
  form: { isSending: boolean }
  label: string
  /** Label while the form is being sent. */
  pendingLabel: string
  /** Content beside the button. */
  children?: ReactNode
}

/** The submit button of a form, and the content beside it. */
export function SubmitRow({ form, label, pendingLabel, children, ...button }: Props) {
  return (
    <div className="btns">
      <Button {...button} type="submit" pendingLabel={form.isSending && pendingLabel}>
        {label}
      </Button>
      {children}
    </div>
  )
}
