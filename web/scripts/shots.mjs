// Pictures of every route at 1440 and 390 px in both themes, and contact sheets of them.
//   BASE_URL=http://localhost:8080 pnpm shots [/path ...]
// A path after the command limits the run; SHOTS_DIR moves the pictures from web/test-results/shots.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { routeTable } from '../src/app/routeTable.ts'
import { browserOptions } from './browser.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const target = resolve(process.env.SHOTS_DIR ?? join(web, 'test-results/shots'))
const widths = [1440, 390]
const themes = ['light', 'dark']
const asked = process.argv.slice(2)
const paths =
  asked.length > 0
    ? asked
    : routeTable.map((route) => route.path.replace(/\/:\w+\?$/, '')).filter(isShown)

function isShown(path) {
  return !/[:*]/.test(path)
}

const nameOf = (path) => path.replace(/^\//, '').replace(/[^\w-]+/g, '-') || 'home'

/** Walks down the page, so that everything that waits to be seen has been seen. */
async function settle(page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    const step = innerHeight / 2
    for (let top = 0; top < document.documentElement.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(900)
}

async function shoot(browser, width, theme) {
  const context = await browser.newContext({
    viewport: { width, height: width > 767 ? 900 : 844 },
    deviceScaleFactor: 1,
    isMobile: width < 768,
    hasTouch: width < 768,
    locale: 'ru-RU',
    // Everything stands at once: a picture of a half-drawn car tells nothing.
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => {
    localStorage.setItem('theme', chosen)
    sessionStorage.setItem('start_screen_seen', 'true')
  }, theme)
  const page = await context.newPage()
  const taken = []
  for (const path of paths) {
    await page.goto(base + path, { waitUntil: 'load' })
    await settle(page)
    const file = `${nameOf(path)}-${width}${theme === 'dark' ? '-dark' : ''}.png`
    await page.screenshot({ path: join(target, file), fullPage: true })
    taken.push({ path, file })
    console.log(file)
  }
  await context.close()
  return taken
}

/** One page with all pictures of a width and theme side by side. */
async function contactSheet(browser, width, theme, taken) {
  const cells = taken.map(
    ({ path, file }) =>
      `<figure><img src="${file}" width="320"><figcaption>${path}</figcaption></figure>`,
  )
  const name = `sheet-${width}${theme === 'dark' ? '-dark' : ''}`
  const html = `<!doctype html><meta charset="utf-8"><style>body{display:flex;flex-wrap:wrap;gap:24px;margin:24px;font:14px sans-serif;align-items:flex-start}figure{margin:0}img{display:block;border:1px solid}</style>${cells.join('')}`
  writeFileSync(join(target, `${name}.html`), html)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`file://${join(target, `${name}.html`)}`)
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: true })
  await page.close()
}

mkdirSync(target, { recursive: true })
const browser = await chromium.launch(await browserOptions())
try {
  for (const width of widths)
    for (const theme of themes) {
      const taken = await shoot(browser, width, theme)
      await contactSheet(browser, width, theme, taken)
    }
} finally {
  await browser.close()
}
