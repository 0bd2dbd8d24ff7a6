import { formatKeepingCaret } from '../lib/caret.ts'
import { formatTypedNumber } from '../lib/numbers.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type NumberFieldProps = Omit<TextFieldProps, 'type'> & {
  /** Lets a decimal comma be typed and brings up the keyboard that has one. */
  decimal?: boolean
}

/** A figure set in groups of three while it is typed; read it with parseFigure. */
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
