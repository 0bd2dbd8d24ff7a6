// Makes the site installable: the manifest, the offline page, the service worker and its kill
// switch. They are written into the finished build, because the worker lists its files.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { injectManifest } from 'workbox-build'
import { brand } from '../src/shared/brand.ts'
import { offline } from '../src/shared/texts/offline.ts'
import { readPageColors } from './pageColors.mjs'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')

const describeIcon = (name, size, purpose) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
const describeShortcut = (name, url) => ({ name, url, icons: [describeIcon('icon', 192, 'any')] })
const describeScreenshot = (name, sizes, form_factor, label) => ({
  src: `/screenshots/${name}.png`,
  sizes,
  type: 'image/png',
  form_factor,
  label,
})

function buildManifest() {
  const { light } = readPageColors()
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    name: brand.siteName,
    short_name: brand.siteName,
    description: brand.siteDescription,
    lang: 'ru',
    dir: 'ltr',
    display: 'standalone',
    background_color: light,
    theme_color: light,
    categories: ['shopping', 'auto', 'business'],
    icons: [
      describeIcon('icon', 192, 'any'),
      describeIcon('icon', 512, 'any'),
      describeIcon('maskable', 192, 'maskable'),
      describeIcon('maskable', 512, 'maskable'),
    ],
    shortcuts: [
      describeShortcut('Калькулятор растаможки', '/services#calculator'),
      describeShortcut('Автомобили', '/cars'),
      describeShortcut('Личный кабинет', '/dashboard'),
    ],
    screenshots: [
      describeScreenshot(
        'home-wide',
        '1440x900',
        'wide',
        'Главная: расчёт цены автомобиля в Москве',
      ),
      describeScreenshot('home-narrow', '780x1688', 'narrow', 'Главная на телефоне'),
      describeScreenshot(
        'services-narrow',
        '780x1688',
        'narrow',
        'Калькулятор растаможки на телефоне',
      ),
    ],
  }
}

/** Files of the build by the start of their names. */
function listAssets(client, ...names) {
  const all = readdirSync(join(client, 'assets'))
  return names.map((name) => {
    const found = all.find((file) => file.startsWith(`${name}-`))
    if (!found) throw new Error(`the build left no assets/${name}-…`)
    return `/assets/${found}`
  })
}

/**
 * `css`: the page contains its styles, because a linked file might not be cached when it is needed.
 */
export function buildOfflinePage(css, boot) {
  const phone = brand.contactPhone.replace(/[^\d+]/g, '')
  return `<!doctype html>
<html lang="ru" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${offline.title} — ${brand.siteName}</title>
<script src="${boot}" data-without-splash></script>
<style>${css}</style>
</head>
<body>
<main class="page section">
<h1>${offline.title}</h1>
<p class="ink2" style="margin:24px 0">${offline.reason}</p>
<p><a href="">${offline.retry}</a> · <a href="/">${offline.home}</a> · <a href="tel:${phone}">${brand.contactPhone}</a></p>
</main>
</body>
</html>
`
}

async function buildWorker(client, source, name) {
  await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: join(web, source),
        formats: ['iife'],
        name: 'worker',
        fileName: () => name,
      },
    },
  })
}

/** Writes these files into the folder `client`; `styles` are the URLs of the shell's styles. */
export async function writeWebApp(client, styles) {
  writeFileSync(join(client, 'manifest.webmanifest'), JSON.stringify(buildManifest()))
  const [boot, ...fonts] = listAssets(client, 'boot', 'onest-cyrillic', 'onest-latin')
  const css = styles.map((path) => readFileSync(join(client, path), 'utf8')).join('')
  writeFileSync(join(client, 'offline.html'), buildOfflinePage(css, boot))
  await buildWorker(client, 'src/worker/swOff.ts', 'sw-off.js')
  await buildWorker(client, 'src/worker/sw.ts', 'sw-draft.js')
  const { warnings } = await injectManifest({
    swSrc: join(client, 'sw-draft.js'),
    swDest: join(client, 'sw.js'),
    globDirectory: client,
    globPatterns: ['offline.html', ...[boot, ...fonts].map((path) => path.slice(1))],
    modifyURLPrefix: { '': '/' },
    dontCacheBustURLsMatching: /^\/?assets\//,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  rmSync(join(client, 'sw-draft.js'))
}
