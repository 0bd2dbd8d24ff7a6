// On a phone each file costs a round trip, so a page contains the styles of its first paint
// (docs/decisions/0062).

import { findBootScript, listStyles, toFilePath } from './htmlDocument.ts'

/**
 * Inlines the styles that a page links into its head; `read` returns a file of the build. The links
 * stay, disabled. Hydration looks for the links that the framework wrote, with a '#' at the end. The
 * loader of late styles looks for the same links without the '#', and would fetch the files if it did
 * not find them.
 */
export function inlineCriticalCss(page: Document, read: (path: string) => string): void {
  const style = page.createElement('style')
  style.textContent = listStyles(page).map(read).join('')
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const href = link.getAttribute('href') ?? ''
    link.setAttribute('disabled', '')
    if (toFilePath(href) === href) continue
    const loaded = page.createElement('link')
    loaded.rel = 'stylesheet'
    loaded.setAttribute('href', toFilePath(href))
    loaded.setAttribute('disabled', '')
    link.after(loaded)
  }
  // The style element is before the links, where later routes insert theirs, because the first styles
  // of a page set the order of the layers.
  findBootScript(page)?.before(style)
}
