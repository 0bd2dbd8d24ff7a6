// Runs after `react-router build`. It finishes the prerendered pages (scripts/pages, one step for
// each file), writes the web server's list of client-only routes, the manifest, the service worker
// and the page policy, and precompresses every text file.

import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'vite'
import { builtInSettings } from '../src/api/initialSettings.ts'
import { listShellPatterns } from '../src/app/routeTable.ts'
import { inlineCriticalCss } from './pages/criticalCss.ts'
import { deferStart } from './pages/deferredStart.ts'
import { listDrawingSizes } from './pages/drawingSizes.ts'
import { findBootScript, listStyles, parsePage, serializePage } from './pages/htmlDocument.ts'
import { linkLateStyles, type Manifest } from './pages/lateStyles.ts'
import { writePagePolicy } from './pages/pagePolicy.ts'
import { writeCompressed } from './pages/precompress.ts'
import { createRecordPage, recordPages } from './pages/recordPages.ts'
import { removeChunkNames } from './pages/routeManifest.ts'
import {
  markAsShell,
  removeCurrentPage,
  setTextWithoutScripts,
  setTitle,
} from './pages/shellPage.ts'
import { setStartModule, takeStartModule } from './pages/startModule.ts'
import { writeWebApp } from './webApp.mjs'

const build = join(dirname(fileURLToPath(import.meta.url)), '../build')
const client = join(build, 'client')
const shellName = '__spa-fallback.html'
const compressedFiles = '**/*.{html,js,css,svg,json,webmanifest,txt,xml}'

const read = (path: string): string => readFileSync(join(client, path), 'utf8')
const write = (path: string, text: string): void => writeFileSync(join(client, path), text)
const listFiles = (pattern: string): string[] => globSync(pattern, { cwd: client }).sort()
const minify = (code: string): string => minifySync('script.js', code).code

const manifest: Manifest = JSON.parse(read('.vite/manifest.json'))
rmSync(join(client, '.vite'), { recursive: true })

const deferHydrationCode = minify(
  readFileSync(new URL('pages/deferHydration.js', import.meta.url), 'utf8'),
)

/** Writes the code to a file with a content hash in its name, and returns its URL. */
function writeStartModule(code: string): string {
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 10)
  write(`assets/start-${hash}.js`, code)
  return `/assets/start-${hash}.js`
}

function finishPage(page: Document): void {
  const boot = read(findBootScript(page)?.getAttribute('src') ?? '')
  setStartModule(page, writeStartModule(takeStartModule(page)))
  inlineCriticalCss(page, read)
  deferStart(page, `${boot}\n${deferHydrationCode}`)
}

function finishPages(): { shellStyles: string[] } {
  const pages = new Map<string, Document>()
  for (const name of listFiles('**/*.html')) {
    const page = parsePage(read(name))
    if (findBootScript(page)) pages.set(name, page)
  }
  const shell = pages.get(shellName)
  const notFoundPage = pages.get('404/index.html')
  if (!shell || !notFoundPage) throw new Error('the build left no shell or no 404 page')
  for (const page of pages.values()) linkLateStyles(page, manifest, read)
  const shellStyles = listStyles(shell)
  markAsShell(shell)
  removeCurrentPage(shell)
  const notFoundShell = parsePage(serializePage(shell))
  setTitle(notFoundShell, notFoundPage)
  setTextWithoutScripts(notFoundShell, notFoundPage)
  pages.set('404.html', notFoundShell)
  for (const [name, sources] of Object.entries(recordPages))
    pages.set(name, createRecordPage(shell, manifest, sources))
  for (const [name, page] of pages) {
    finishPage(page)
    write(name, serializePage(page))
  }
  return { shellStyles }
}

// Pages of other sites load this script, so its address has no hash.
mkdirSync(join(client, 'embed'), { recursive: true })
write(
  'embed/calculator.js',
  minify(readFileSync(new URL('../embed/calculator.js', import.meta.url), 'utf8')),
)
// The boot script is copied unminified by the build.
for (const name of listFiles('assets/boot-*.js')) write(name, minify(read(name)))
for (const name of listFiles('assets/manifest-*.js')) write(name, removeChunkNames(read(name)))
const { shellStyles } = finishPages()
writeFileSync(
  join(build, 'routes.caddy'),
  `# Written by scripts/finishBuild.ts from src/app/routeTable.ts.\n@spa path_regexp ^(${listShellPatterns().join('|')})$\n`,
)
// The content service replaces these values in the pages with the current site settings.
writeFileSync(join(build, 'settings.json'), `${JSON.stringify(builtInSettings)}\n`)
// The content service reserves space for the drawings of cars.
writeFileSync(join(build, 'drawings.json'), `${JSON.stringify(listDrawingSizes())}\n`)
await writeWebApp(client, shellStyles)
writePagePolicy(client)
rmSync(join(build, 'server'), { recursive: true, force: true })
for (const name of listFiles(compressedFiles)) writeCompressed(join(client, name))
