import { useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { icons } from './icons.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { uiTexts } from './texts.ts'

/** For a password that the user chooses, set `autoComplete` to 'new-password'. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'unit'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? 'text' : 'password'}
      unit={
        <IconButton
          icon={isShown ? icons.eyeOff : icons.eye}
          label={isShown ? uiTexts.hidePassword : uiTexts.showPassword}
          className="ui-input-btn"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
