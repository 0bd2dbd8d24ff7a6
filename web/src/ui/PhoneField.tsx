import { formatKeepingCaret } from '../lib/caret.ts'
import { formatPhone } from '../lib/phone.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/**
 * Groups the digits while typing, accepts any pasted format and any country, and never drops a
 * digit.
 */
export function PhoneField({ onChange, ...props }: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      inputMode="tel"
      autoComplete="tel"
      placeholder="+7 900 000-00-00"
      {...props}
      type="tel"
      onChange={(event) => {
        formatKeepingCaret(event.target, formatPhone)
        onChange?.(event)
      }}
    />
  )
}
