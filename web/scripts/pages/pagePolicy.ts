// The Content-Security-Policy of the pages (docs/decisions/0010): what a page of this build may
// load and run. It allows the inline script of a page by its hash, and no other inline script.
// `build/csp.txt` is for the content service, which renders pages of articles, cars and calculations
// from the same HTML. `build/csp.caddy` and `build/csp.widgets.caddy` are for the web server.

import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePage } from './htmlDocument.ts'

// Origins of third-party widgets and videos. The site settings enable the chat and the community
// messenger, so their origins are in groups `[name origins]`, and the content service keeps the
// groups of enabled widgets. The web server does not read the settings: it has one policy without
// the groups and one with all of them. The origins of the sign-in widgets depend on the deployment;
// the web server and the content service insert the configured ones.
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

/** Values of `type` with which an inline script runs; any other makes it a data block. */
const runnable = ['', 'module', 'text/javascript']

/** Policy sources that allow the inline scripts of a page. */
export function hashScripts(page: Document): string[] {
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
export function buildPagePolicy(hashes: string[]): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes, botCheck, chat, messenger],
    // CSP level 2 cannot hash style attributes, which prerendered HTML and widgets have.
    'style-src': ["'self'", "'unsafe-inline'", chat],
    // Articles and cars may have pictures and videos from any https URL.
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

/** Writes the policy files of the pages beside the folder `client`. */
export function writePagePolicy(client: string): void {
  const pages = globSync('**/*.html', { cwd: client }).sort()
  const hashes = pages.flatMap((name) =>
    hashScripts(parsePage(readFileSync(join(client, name), 'utf8'))),
  )
  const policy = buildPagePolicy([...new Set(hashes)])
  const write = (name: string, text: string) => writeFileSync(join(client, '..', name), `${text}\n`)
  const writeDirective = (groups: string) =>
    `header Content-Security-Policy "${policy.replace(group, groups)}"`
  write('csp.txt', policy)
  write('csp.caddy', writeDirective(''))
  write('csp.widgets.caddy', writeDirective('$1'))
}
