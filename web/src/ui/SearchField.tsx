import { frameIcons } from './frameIcons.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { icons } from './icons.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { uiTexts } from './texts.ts'

export type SearchFieldProps = Omit<TextFieldProps, 'type' | 'start' | 'unit' | 'onChange'> & {
  value: string
  onValueChange: (value: string) => void
}

export function SearchField({ value, onValueChange, ...props }: SearchFieldProps) {
  return (
    <TextField
      small
      hideLabel
      enterKeyHint="search"
      autoComplete="off"
      {...props}
      type="search"
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !value) return
        event.preventDefault()
        onValueChange('')
      }}
      start={<Icon path={icons.search} className="ui-input-icon" />}
      unit={
        value ? (
          <IconButton
            icon={frameIcons.close}
            label={uiTexts.clear}
            className="ui-input-btn"
            onClick={() => onValueChange('')}
          />
        ) : null
      }
    />
  )
}
