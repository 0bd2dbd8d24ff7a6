/**
 * Restores the HTML that the server sent for a part of the page, because React hydrates nothing else. <font>
 * elements are a sign that the browser translates the page; this site has none.
 */
export async function restoreServedHtml(part: Element | null | undefined) {
  if (!part || !document.querySelector('font')) return
  const translation = await import('./pageTranslation.ts')
  translation.default(part)
}
