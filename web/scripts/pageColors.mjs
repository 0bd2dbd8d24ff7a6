// Background colours of both themes from the theme file, for use outside of the pages' styles.

import { readFileSync } from 'node:fs'

const tokens = new URL('../src/ui/tokens.css', import.meta.url)

export function readPageColors() {
  const [light, dark] = [...readFileSync(tokens, 'utf8').matchAll(/--background: (\S+);/g)].map(
    ([, colour]) => colour,
  )
  if (!light || !dark) throw new Error('tokens.css names no --background for both themes')
  return { light, dark }
}
