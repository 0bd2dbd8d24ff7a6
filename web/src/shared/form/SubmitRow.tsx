import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/Button.tsx'

type Props = Pick<ButtonProps, 'variant' | 'small' | 'disabled'> & {
  form: { isSending: boolean }
  label: string
  /** The label while the form is sent. */
  pendingLabel: string
  /** What stands beside the button. */
  children?: ReactNode
}

/** The button that sends a form, and what stands beside it. */
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
