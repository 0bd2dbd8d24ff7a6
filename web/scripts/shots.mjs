// Takes screenshots of every route at 1440 and 390 px in both themes, and makes an overview page.
//   BASE_URL=http://localhost:8080 pnpm shots [/path ...]
// Paths limit the run. SHOTS_DIR replaces web/test-results/shots; SHOTS_WIDTHS and SHOTS_THEMES select other
// widths and themes (800,1024 and light).
// The personal area and the admin panel need ADMIN_PASSWORD and DEMO_PASSWORD. On a local stack their empty
// screens first get test data.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { createBrowserOptions } from './browser.mjs'
import { listPublicShots } from './publicShots.mjs'
import { createFixtures } from './screenshotFixtures.mjs'
import { signedIn, signInAndListPaths } from './signedInShots.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const target = resolve(process.env.SHOTS_DIR ?? join(web, 'test-results/shots'))
const widths = (process.env.SHOTS_WIDTHS ?? '1440,390').split(',').map(Number)
const themes = (process.env.SHOTS_THEMES ?? 'light,dark').split(',')
const chosen = process.argv.slice(2)
const isPublic = (path) => !signedIn.some((person) => person.paths.includes(path))
const chosenPublic = chosen.filter(isPublic).map((path) => ({ path, at: path }))

const toFileName = (path) => path.replace(/^\//, '').replace(/[^\w-]+/g, '-') || 'home'

/** The live stream of a signed-in user never becomes idle, so the wait has a timeout. */
const waitForQuietNetwork = (page) =>
  page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => {})

/** Scrolls down the page, so that all lazy parts are loaded. */
async function loadWholePage(page) {
  await waitForQuietNetwork(page)
  await page.evaluate(async () => {
    const step = innerHeight / 2
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await waitForQuietNetwork(page)
  await page.waitForTimeout(900)
}

async function createContext(browser, width, theme) {
  const context = await browser.newContext({
    viewport: { width, height: width > 767 ? 900 : 844 },
    deviceScaleFactor: 1,
    isMobile: width < 768,
    hasTouch: width < 768,
    locale: 'ru-RU',
    // Without animations, because a half-drawn car shows nothing.
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => {
    localStorage.setItem('theme', chosen)
    sessionStorage.setItem('start_screen_seen', 'true')
  }, theme)
  return context
}

/** `shown[].at` is the URL; `path` is the file name, so that names are the same on every stack. */
async function shootAll(context, shown, width, theme) {
  const page = await context.newPage()
  const taken = []
  for (const { path, at } of shown) {
    await page.goto(base + at, { waitUntil: 'load' })
    await loadWholePage(page)
    const file = `${toFileName(path)}-${width}${theme === 'dark' ? '-dark' : ''}.png`
    await page.screenshot({ path: join(target, file), fullPage: true })
    taken.push({ path, file })
    console.log(file)
  }
  await page.close()
  return taken
}

const isChosen = ({ path }) => chosen.length === 0 || chosen.includes(path)

async function shoot(browser, width, theme) {
  const visitor = await createContext(browser, width, theme)
  const shown = chosen.length > 0 ? chosenPublic : await listPublicShots(base, isPublic)
  const taken = await shootAll(visitor, shown, width, theme)
  await visitor.close()
  for (const person of signedIn) {
    if (!person.paths.some((path) => isChosen({ path }))) continue
    const context = await createContext(browser, width, theme)
    const signedInPages = (await signInAndListPaths(person, context, base)) ?? []
    taken.push(...(await shootAll(context, signedInPages.filter(isChosen), width, theme)))
    await context.close()
  }
  return taken
}

/** One page with all screenshots of a width and theme. */
async function drawContactSheet(browser, width, theme, taken) {
  const cells = taken.map(
    ({ path, file }) =>
      `<figure><img src="${file}" width="320"><figcaption>${path}</figcaption></figure>`,
  )
  const name = `overview-${width}${theme === 'dark' ? '-dark' : ''}`
  const html = `<!doctype html><meta charset="utf-8"><style>body{display:flex;flex-wrap:wrap;gap:24px;margin:24px;font:14px sans-serif;align-items:flex-start}figure{margin:0}img{display:block;border:1px solid}</style>${cells.join('')}`
  writeFileSync(join(target, `${name}.html`), html)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`file://${join(target, `${name}.html`)}`)
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: true })
  await page.close()
}

mkdirSync(target, { recursive: true })
const browser = await chromium.launch(await createBrowserOptions())
try {
  await createFixtures(browser, base, signedIn)
  for (const width of widths)
    for (const theme of themes) {
      const taken = await shoot(browser, width, theme)
      await drawContactSheet(browser, width, theme, taken)
    }
} finally {
  await browser.close()
}
