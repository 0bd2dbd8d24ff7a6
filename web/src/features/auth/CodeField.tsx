import { verificationCode } from '../../app/limits.ts'
import { code as texts } from '../../app/texts/auth.ts'
import { TextField, type TextFieldProps } from '../../ui/TextField'

/** The field for a code from an email. */
export const CodeField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    label={texts.field}
    className="auth-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={verificationCode.length}
    {...props}
  />
)
