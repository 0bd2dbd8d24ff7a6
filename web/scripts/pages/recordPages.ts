// Pages into which the content service puts an article or a car (docs/decisions/0156): the shell
// with a place for the text, the styles of that text, and preloads of the chunks that render the
// page.

import { servedRecordId } from '../../src/api/servedRecordId.ts'
import { listStyles, parsePage, serializePage, toFilePath } from './htmlDocument.ts'
import type { Manifest } from './lateStyles.ts'

// These are hydrated before React shows the page (src/platform/deferredPart.ts).
const frame = ['src/features/shell/Footer.tsx', 'src/features/shell/FloatingButtons.tsx']

/** Source modules that render each kind of record at once. */
export const recordPages = {
  '__article.html': ['src/app/routes/blog.tsx', 'src/features/blog/ArticleDialog.tsx', ...frame],
  '__car.html': ['src/app/routes/car.tsx', ...frame],
} as const

/** The chunks of these modules and of their imports, dependencies first. */
function listChunks(manifest: Manifest, sources: readonly string[]) {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    for (const next of manifest[key]?.imports ?? []) add(next)
    found.add(key)
  }
  for (const source of sources) {
    const key = Object.keys(manifest).find((name) => name.split('?')[0] === source)
    if (!key) throw new Error(`the build has no chunk of ${source}`)
    add(key)
  }
  return [...found].flatMap((key) => manifest[key] ?? [])
}

/**
 * The page for records that these modules render; `shell` is the shell page before its styles are
 * inlined.
 */
export function createRecordPage(
  shell: Document,
  manifest: Manifest,
  sources: readonly string[],
): Document {
  const page = parsePage(serializePage(shell))
  const main = page.querySelector('main')
  if (!main) throw new Error('the shell has no <main>')
  const place = page.createElement('div')
  place.id = servedRecordId
  main.replaceChildren(place)
  const addLink = (rel: string, path: string) => {
    const element = page.createElement('link')
    element.rel = rel
    element.setAttribute('href', path)
    page.head.append(element)
  }
  const linked = new Set(listStyles(page))
  const preloaded = new Set(
    [...page.querySelectorAll('link[rel="modulepreload"]')].map((preload) =>
      toFilePath(preload.getAttribute('href') ?? ''),
    ),
  )
  for (const { file, css = [] } of listChunks(manifest, sources)) {
    if (!preloaded.has(`/${file}`)) addLink('modulepreload', `/${file}`)
    for (const path of css.map((name) => `/${name}`))
      if (!linked.has(path)) addLink('stylesheet', path)
    for (const name of css) linked.add(`/${name}`)
  }
  return page
}
