// The framework writes its state, the streamed data and the imports of the page as inline scripts.
// The page policy allows no inline script but ours, so they become one module file.

const inlineScripts = 'body script:not([src])'

/**
 * Removes the code of the framework's inline scripts from a page, and returns the code of the
 * module that replaces them. The empty elements stay, because hydration looks for them; the first
 * gets the module's URL (`setStartModule`).
 */
export function takeStartModule(page: Document): string {
  const states: string[] = []
  const modules: string[] = []
  for (const script of page.querySelectorAll<HTMLScriptElement>(inlineScripts)) {
    const codes = script.type === 'module' ? modules : states
    codes.push(script.textContent ?? '')
    const place = page.createElement('script')
    place.type = 'text/plain'
    script.replaceWith(place)
  }
  // The static imports of a module run first, wherever they are in it.
  return [...states, ...modules].join('\n')
}

/** Makes the page start with the module at this URL (deferHydration.js reads it). */
export function setStartModule(page: Document, address: string): void {
  const place = page.querySelector<HTMLScriptElement>(inlineScripts)
  if (!place) throw new Error('the page has no inline script of the framework')
  place.dataset.start = address
}
