import { formatKeepingCaret } from '../lib/caret.ts'
import { formatTypedNumber } from '../lib/numbers.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type NumberFieldProps = Omit<TextFieldProps, 'type'> & {
  /** Accepts a decimal comma, and opens a keyboard that has one. */
  decimal?: boolean
}

/** Groups digits while typing. Read the value with parseNumber(). */
export function NumberField({ decimal, onChange, ...props }: NumberFieldProps) {
  const format = (typed: string) =>
    formatTypedNumber(decimal ? typed : typed.replace(/[.,].*$/, ''))
  return (
    <TextField
      inputMode={decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...props}
      onChange={(event) => {
        formatKeepingCaret(event.target, format)
        onChange?.(event)
      }}
    />
  )
}
