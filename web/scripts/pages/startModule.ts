// The framework writes its state, the streamed data and the imports of the page as inline scripts. The policy of the
// pages allows no inline script but ours, so they become one module file.

const inlineScripts = 'body script:not([src])'

/**
 * Takes the framework's inline scripts out of a page and gives the code of the module that replaces them. The elements
 * stay, without code, because hydration looks for them; the first names the module (`setStartModule`).
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
  // A module's static imports run first, wherever they are in it.
  return [...states, ...modules].join('\n')
}

/** The page starts with the module at this address (deferHydration.js reads it). */
export function setStartModule(page: Document, address: string): void {
  const place = page.querySelector<HTMLScriptElement>(inlineScripts)
  if (!place) throw new Error('the page has no inline script of the framework')
  place.dataset.start = address
}
