// A page contains the HTML of parts whose code and styles are loaded later. Vite's manifest lists
// these styles.

import { listStyles, toFilePath } from './htmlDocument.ts'

/**
 * The used fields of a Vite manifest entry: the chunk of a module, the chunks that it imports, and
 * their styles.
 */
type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
export type Manifest = Readonly<Record<string, Chunk>>

const rule = /([^{}]+)\{[^{}]*\}/g
/** States and pseudo-elements, which no element of a served page has yet. */
const state = /:{1,2}(?!is\(|not\(|has\(|where\(|nth|first|last|only)[\w-]+(?:\([^)]*\))?/g

/** Keys of all static and dynamic imports of these chunks, including themselves. */
function findReachable(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    found.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {}
    for (const next of [...imports, ...dynamicImports]) add(next)
  }
  for (const key of keys) add(key)
  return found
}

function hasMatch(page: Document, selectors: string): boolean {
  try {
    return page.querySelector(selectors.replace(state, '')) !== null
  } catch {
    // A keyframe of an animation, or a selector that was only a state.
    return false
  }
}

/** Whether a rule matches an element of the page. */
const isStyledBy = (page: Document, css: string) =>
  [...css.matchAll(rule)].some(([, selectors]) => hasMatch(page, selectors ?? ''))

/** Links the styles of the lazy parts in a page's HTML; `read` returns a file of the build. */
export function linkLateStyles(
  page: Document,
  manifest: Manifest,
  read: (path: string) => string,
): void {
  const preloaded = [...page.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
    toFilePath(link.getAttribute('href') ?? ''),
  )
  const keys = Object.keys(manifest).filter((key) => preloaded.includes(`/${manifest[key]?.file}`))
  const linked = new Set(listStyles(page))
  for (const key of findReachable(manifest, keys))
    for (const file of manifest[key]?.css ?? []) {
      const path = `/${file}`
      if (linked.has(path) || !isStyledBy(page, read(path))) continue
      linked.add(path)
      const link = page.createElement('link')
      link.rel = 'stylesheet'
      link.setAttribute('href', path)
      page.head.append(link)
    }
}
