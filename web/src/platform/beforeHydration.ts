/**
 * Makes the HTML of a part of the page what the server sent: React hydrates nothing else. A page with
 * <font> elements is being translated by the browser; this site has none of its own.
 */
export async function beforeHydration(part: Element | null | undefined) {
  if (part && document.querySelector('font'))
    await import('./pageTranslation.ts').then((translation) => translation.default(part))
}
