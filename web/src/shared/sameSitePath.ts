/** `next` comes from the address bar: only a path of this site is accepted. */
export function toSameSitePath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return null
  const base = 'https://same.site'
  const url = URL.canParse(next, base) ? new URL(next, base) : null
  return url && url.origin === base ? url.pathname + url.search + url.hash : null
}
