// The Content-Security-Policy of the pages (docs/decisions/0010): what a page of this build may load and run.
// The inline script of a page is allowed by its hash, and no other inline script runs. `build/csp.txt` is for the content service, which renders article pages from the same HTML, and
// `build/csp.caddy` for the web server.

import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePage } from './htmlDocument.ts'

// Third-party widgets are optional; only these origins may load.
// The chat and the community messenger are switched on in the site settings, so their origins are in groups
// `[name origins]`: the content service keeps the groups of the widgets that are on. The web server does not read
// the settings: it has one policy without the groups and one with all of them.
// The origins of the sign-in widgets depend on the deployment: the web server and the content service insert
// those that are configured.
const botCheck = '{$CSP_BOT_CHECK}'
const telegram = '{$CSP_TELEGRAM}'
const chat = '[chat https://*.jivo.ru https://*.jivosite.com]'
const chatSockets = '[chat wss://*.jivo.ru wss://*.jivosite.com]'
const video = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://vk.com',
  'https://vk.ru',
  'https://vkvideo.ru',
  'https://rutube.ru',
]
const messenger = '[community https://vk.com/js/api/openapi.js]'
const group = /\[\w+ ([^\]]*)\]/g

/** Values of `type` that make an inline script run; any other makes it a data block. */
const runnable = ['', 'module', 'text/javascript']

/** The sources that allow the inline scripts of a page, in the syntax of the policy. */
export function scriptHashes(page: Document): string[] {
  return [...page.querySelectorAll<HTMLScriptElement>('script:not([src])')]
    .filter((script) => runnable.includes(script.type))
    .map((script) =>
      createHash('sha256')
        .update(script.textContent ?? '')
        .digest('base64'),
    )
    .map((hash) => `'sha256-${hash}'`)
}

/** The policy of pages with these inline scripts. */
export function pagePolicy(hashes: string[]): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes, botCheck, chat, messenger],
    // Style attributes cannot be hashed in CSP level 2, and prerendered HTML and widgets carry them.
    'style-src': ["'self'", "'unsafe-inline'", chat],
    // Articles and cars name pictures and videos by any https address.
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'media-src': ["'self'", 'blob:', 'https:'],
    'font-src': ["'self'", 'data:', chat],
    'connect-src': ["'self'", botCheck, chat, chatSockets],
    'frame-src': ["'self'", botCheck, telegram, chat, ...video],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // The status service collects the reports and shows them to operators.
    'report-uri': ['/api/csp-reports'],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** Writes the policy of the pages in the folder `client` beside it. */
export function writePagePolicy(client: string): void {
  const pages = globSync('**/*.html', { cwd: client }).sort()
  const hashes = pages.flatMap((name) =>
    scriptHashes(parsePage(readFileSync(join(client, name), 'utf8'))),
  )
  const policy = pagePolicy([...new Set(hashes)])
  const write = (name: string, text: string) => writeFileSync(join(client, '..', name), `${text}\n`)
  const header = (groups: string) =>
    `header Content-Security-Policy "${policy.replace(group, groups)}"`
  write('csp.txt', policy)
  write('csp.caddy', header(''))
  write('csp.widgets.caddy', header('$1'))
}
