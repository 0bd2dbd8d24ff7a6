import { formatKeepingCaret } from '../lib/caret.ts'
import { formatTypedNumber } from '../lib/typedNumbers.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type NumberFieldProps = Omit<TextFieldProps, 'type'> & {
  /** Opens a keyboard with a decimal comma. Every field keeps a typed comma: without it, 5,5 would be 55. */
  decimal?: boolean
}

/** Groups digits while typing. Read the value with parseNumber(). */
export function NumberField({ decimal, onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      inputMode={decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...props}
      onChange={(event) => {
        formatKeepingCaret(event.target, formatTypedNumber)
        onChange?.(event)
      }}
    />
  )
}
