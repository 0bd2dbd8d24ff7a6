import { shell } from '../../app/texts/shell.ts'
import { IconButton } from '../../ui/IconButton'
import { switchTheme, useTheme } from './theme.ts'

export function ThemeButton() {
  const theme = useTheme()
  return (
    <IconButton
      icon={theme === 'dark' ? 'moon' : 'sun'}
      label={theme === 'dark' ? shell.lightTheme : shell.darkTheme}
      onClick={switchTheme}
    />
  )
}
