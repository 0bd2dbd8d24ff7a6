// The empty shell: one HTML for every URL that is not prerendered, and for the web server's 404.

/**
 * Removes `aria-current`, because the shell was prerendered for the home page
 * (features/shell/NavLinks.tsx).
 */
export function removeCurrentPage(page: Document): void {
  for (const link of page.querySelectorAll('[aria-current="page"]'))
    link.removeAttribute('aria-current')
}

/** Marks the page as the shell, because scripts and styles treat it differently (platform/deferredPart.ts). */
export function markAsShell(page: Document): void {
  page.documentElement.dataset.shell = ''
}

/** Gives the shell the title of `source`, which names the page until its code is loaded. */
export function setTitle(shell: Document, source: Document): void {
  if (!source.title) throw new Error('the page has no title')
  shell.title = source.title
}

/**
 * Puts the text of `source` into the empty shell, inside <noscript>: an unknown URL must not be
 * hydrated as another page.
 */
export function setTextWithoutScripts(shell: Document, source: Document): void {
  const place = shell.querySelector('main > noscript')
  const text = source.querySelector('main')
  if (!place || !text) throw new Error('the shell or the page has no <main> with a place for text')
  place.replaceChildren(...[...text.childNodes].map((node) => shell.importNode(node, true)))
}
