// After `react-router build`: inlines the styles of the first paint and the boot script; moves every other inline
// script to a file (the content security policy allows the boot script by its hash); writes the web server's list
// of client-only routes, the manifest and the service worker; and precompresses every text file.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'vite'
import { builtInSettings } from '../src/app/initialSettings.ts'
import { shellPatterns } from '../src/app/routeTable.ts'
import { writePagePolicy } from './pagePolicy.mjs'
import { writeCompressed } from './precompress.mjs'
import { withRetryableImports } from './retryableImports.mjs'
import { writeWebApp } from './webApp.mjs'

const build = join(dirname(fileURLToPath(import.meta.url)), '../build')
const client = join(build, 'client')

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const inlineScript =
  /<script(?![^>]*\bsrc=)(?![^>]*(?:ld\+json|text\/plain))([^>]*)>([\s\S]*?)<\/script>/g

/**
 * The framework writes its state, the streamed data and the imports of the page as inline scripts. They become
 * one module in the same order: static imports, the state, the dynamic import of the entry. Two script elements
 * stay, because hydration counts them.
 */
function withoutInlineScripts(html) {
  const state = []
  const modules = []
  for (const [, attributes, code] of html.matchAll(inlineScript)) {
    if (/type="module"/.test(attributes)) modules.push(code)
    else state.push(code)
  }
  const start = [...modules.map(importsOf), ...state, ...modules.map(bodyOf)].join('\n')
  const hash = createHash('sha256').update(start).digest('base64url').slice(0, 10)
  writeFileSync(join(client, `assets/start-${hash}.js`), start)
  let seen = 0
  return html.replace(inlineScript, () => {
    seen += 1
    if (seen === 1) return `<script type="module" src="/assets/start-${hash}.js"></script>`
    return seen === 2 ? '<script type="text/plain"></script>' : ''
  })
}

const minified = (path) => minifySync('script.js', readFileSync(path, 'utf8')).code
const deferHydration = minified(new URL('deferHydration.js', import.meta.url))
const styleLink = /<link rel="stylesheet" href="(\/assets\/[^"#]+)(#?)"\/?>/g
/** They wait in a template element, which loads nothing. */
const deferredLinks = /<link rel="(?:modulepreload"|stylesheet" href="[^"]+" disabled)[^>]*>/g
const styleMark = '<style></style>'
const deferredLink = (href) => `<link rel="stylesheet" href="${href}" disabled=""/>`

/**
 * Inlines what the first paint needs: on a phone each file costs a round trip (docs/decisions/0062). The links and
 * the script stay, disabled: hydration looks for the links that the framework wrote (with a '#' at the end), and the
 * loader of late styles for the same link without it, or it would fetch the file anyway. The styles are before the
 * links, where a later route inserts its own: the first style element sets the order of the layers. The script is
 * last, where hydration does not count it.
 */
function withCriticalCss(html) {
  const [boot, bootPath] = /<script src="(\/assets\/boot-[^"]+)"><\/script>/.exec(html) ?? []
  if (!boot) return html
  const read = (path) => readFileSync(join(client, path), 'utf8')
  const styles = []
  const light = html
    .replace(styleLink, (_, path, mark) => {
      styles.push(read(path))
      return mark ? deferredLink(path + mark) + deferredLink(path) : deferredLink(path)
    })
    .replace(boot, `${styleMark}<script type="text/plain" data-src="${bootPath}"></script>`)
    // The page is readable before hydration; deferHydration.js restores these.
    .replaceAll('<script type="module" src=', '<script type="text/plain" data-start=')
  const script = `<script>${read(bootPath)}\n${deferHydration}</script>`
  const links = light.match(deferredLinks) ?? []
  return light
    .replaceAll(deferredLinks, '')
    .replace(styleMark, () => `<style>${styles.join('')}</style>`)
    .replace(
      '</head>',
      () => `<template id="deferred">${links.join('')}</template>${script}</head>`,
    )
}

/** The shell as it was prerendered for the home page, but for any page. */
const withoutCurrentPage = (html) =>
  html
    .replaceAll(' aria-current="page" class="active"', ' class=""')
    .replaceAll(' aria-current="page"', '')
    .replace('<html ', '<html data-shell="" ')

const importLine = /^\s*import\s[^(].*$/gm
const importsOf = (code) => (code.match(importLine) ?? []).join('\n')
const bodyOf = (code) => code.replace(importLine, '')

for (const file of files(client).filter((path) => extname(path) === '.html')) {
  writeFileSync(file, withoutInlineScripts(readFileSync(file, 'utf8')))
}

for (const file of files(join(client, 'assets')).filter((path) => extname(path) === '.js')) {
  writeFileSync(file, withRetryableImports(readFileSync(file, 'utf8')))
}

// The boot script is copied as it is written.
for (const file of files(join(client, 'assets')).filter((path) => /\/boot-[^/]+\.js$/.test(path))) {
  writeFileSync(file, minified(file))
}

for (const file of files(client).filter((path) => extname(path) === '.html')) {
  writeFileSync(file, withCriticalCss(readFileSync(file, 'utf8')))
}

// One shell is served for many addresses: it marks no page as the current one (features/shell/NavLinks.tsx).
const shellFile = join(client, '__spa-fallback.html')
writeFileSync(shellFile, withoutCurrentPage(readFileSync(shellFile, 'utf8')))

// The 404 page of the web server. An unknown address must not be hydrated as another page, so it is the empty
// shell with the 404 text in <noscript>.
const shell = readFileSync(shellFile, 'utf8')
const notFound = readFileSync(join(client, '404/index.html'), 'utf8')
const notFoundText = /<main[^>]*>([\s\S]*?)<\/main>/.exec(notFound)?.[1] ?? ''
writeFileSync(
  join(client, '404.html'),
  shell.replace(
    '<noscript></noscript></main>',
    () => `<noscript>${notFoundText}</noscript></main>`,
  ),
)

mkdirSync(build, { recursive: true })
writeFileSync(
  join(build, 'routes.caddy'),
  `# Written by scripts/finishBuild.mjs from src/app/routeTable.ts.\n@spa path_regexp ^(${shellPatterns().join('|')})$\n`,
)

// For the content service, which replaces these values in the pages by the site settings in force.
writeFileSync(join(build, 'settings.json'), `${JSON.stringify(builtInSettings)}\n`)

await writeWebApp(client)
writePagePolicy(client)
rmSync(join(build, 'server'), { recursive: true, force: true })

const compressible = new Set([
  '.html',
  '.js',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
])
for (const file of files(client).filter((path) => compressible.has(extname(path))))
  writeCompressed(file)
