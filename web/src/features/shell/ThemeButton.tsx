import { useSyncExternalStore } from 'react'
import { prefersReducedMotion } from '../../platform/motion.ts'
import { read, storageKeys, write } from '../../platform/storage.ts'
import { shell } from '../../shared/texts/shell.ts'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'

export function ThemeButton() {
  const theme = useTheme()
  return (
    <IconButton
      icon={theme === 'dark' ? frameIcons.moon : frameIcons.sun}
      label={theme === 'dark' ? shell.lightTheme : shell.darkTheme}
      onClick={switchTheme}
    />
  )
}

// The theme is in <html data-theme>; platform/boot.js sets it before the first paint.
type Theme = 'dark' | 'light'

const readTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

function applyTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
}

/** Other tabs can change the theme too, and so can the system until the user selects a theme. */
function subscribe(changed: () => void) {
  const watcher = new MutationObserver(changed)
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  const followSystem = () => {
    if (!read(storageKeys.theme)) applyTheme(system.matches ? 'dark' : 'light')
  }
  const followTabs = (event: StorageEvent) => {
    if (event.key === storageKeys.theme && event.newValue)
      applyTheme(event.newValue === 'dark' ? 'dark' : 'light')
  }
  system.addEventListener('change', followSystem)
  window.addEventListener('storage', followTabs)
  return () => {
    watcher.disconnect()
    system.removeEventListener('change', followSystem)
    window.removeEventListener('storage', followTabs)
  }
}

function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light')
}

function switchTheme() {
  const next: Theme = readTheme() === 'dark' ? 'light' : 'dark'
  write(storageKeys.theme, next)
  if (!document.startViewTransition || prefersReducedMotion()) {
    applyTheme(next)
    return
  }
  document.startViewTransition(() => applyTheme(next))
}
