// Measures Interaction to Next Paint: the time from a press or a key to the next frame. Screens: the calculator,
// the filters, the notification centre with 1,000 rows and an admin table with 10,000, with a CPU four times
// slower than this one. Prints the slowest interaction of a screen (median of three runs) and its budget.
//   BASE_URL=http://localhost:8080 ADMIN_PASSWORD=... pnpm bench:interactions [screen ...]     RUNS=5 for more
// The script sends the notifications to the administrator. `make seed-large` adds the admin rows.

import { chromium } from '@playwright/test'
import { createBrowserOptions } from './browser.mjs'
import { findMedian } from './median.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const runs = Number(process.env.RUNS ?? 3)
const chosen = process.argv.slice(2)
const email = process.env.ADMIN_EMAIL ?? 'admin@example.com'
const password = process.env.ADMIN_PASSWORD
const budgetMs = 100
const slowdown = 4
/** The services accept changes only from same-site requests. */
const sameSiteHeaders = { 'Sec-Fetch-Site': 'same-origin' }
const notificationCount = 1000
const tableRows = 10_000

/** Time in ms for the data of an interaction to arrive and be drawn, before the next step. */
const pause = 700

const press = (page, role, name) => page.getByRole(role, { name, exact: true }).first().click()
const type = (page, label, text) =>
  page.getByLabel(label, { exact: true }).first().pressSequentially(text, { delay: 60 })

/** Reads the total from a text such as '1–20 из 1 000'. */
async function readRowCount(page) {
  const text = await page.getByRole('status').getByText(/ из /).first().textContent()
  return Number(text.replace(/.* из |\s/gs, ''))
}

const screens = {
  calculator: {
    path: '/services',
    steps: [
      (page) => type(page, 'Стоимость, ₽', '3250000'),
      (page) => press(page, 'radio', 'Дизель'),
      (page) => type(page, 'Объём двигателя, л', '2,0'),
      (page) => type(page, 'Возраст, лет', '4'),
      (page) => type(page, 'Мощность двигателя', '190'),
      (page) => press(page, 'button', 'Рассчитать'),
      (page) => page.getByRole('switch', { name: /^Коммерческий транспорт/ }).click(),
      (page) => press(page, 'button', 'Рассчитать'),
    ],
  },
  'filters of cars': {
    path: '/cars',
    steps: [
      (page) => page.getByRole('button', { name: /^Седан/ }).click(),
      (page) => type(page, 'Поиск по марке и модели', 'BMW'),
      (page) => page.getByRole('button', { name: /^Все/ }).first().click(),
    ],
  },
  'filters of articles': {
    path: '/blog',
    steps: [
      (page) => page.getByRole('button', { name: /^Советы/ }).click(),
      (page) => page.getByRole('button', { name: /^Все/ }).first().click(),
      (page) => type(page, 'Поиск статей', 'сбор'),
    ],
  },
  'notification centre': {
    path: '/notifications',
    isSignedIn: true,
    rows: readRowCount,
    minimumRows: notificationCount,
    steps: [
      (page) => page.getByRole('checkbox', { name: 'Выбрать все на странице' }).click(),
      (page) => page.getByRole('button', { name: 'Далее' }).click(),
      (page) => page.getByRole('main').getByRole('listitem').getByRole('checkbox').first().click(),
      (page) => type(page, 'Поиск уведомлений', 'связи'),
      (page) =>
        page
          .getByRole('banner')
          .getByRole('button', { name: /^Уведомления/ })
          .click(),
    ],
  },
  'table of the panel': {
    path: '/admin/articles',
    isSignedIn: true,
    rows: readRowCount,
    minimumRows: tableRows,
    steps: [
      (page) => page.getByRole('columnheader').getByRole('button').first().click(),
      (page) => page.getByRole('row').nth(3).getByRole('checkbox').click(),
      (page) => page.getByRole('row').first().getByRole('checkbox').click(),
      (page) => press(page, 'button', 'Далее'),
      (page) => type(page, 'Поиск', 'Golf'),
      (page) => page.getByRole('row').nth(1).getByRole('button').last().click(),
    ],
  },
}

/** Runs in the page. Records the longest duration of each interaction with its target. */
function observeInteractions() {
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (!interactionId || duration <= (window.interactions.get(interactionId)?.duration ?? 0))
        continue
      const what =
        target?.getAttribute?.('aria-label') || target?.textContent?.slice(0, 40) || target?.tagName
      window.interactions.set(interactionId, { duration, what: `${name} ${what ?? ''}`.trim() })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}

/**
 * The slowest interaction of one visit. Each screen has several, so a missing figure is an error.
 */
async function visit(context, { path, steps, rows }) {
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  await page.goto(base + path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForTimeout(2 * pause)
  const count = rows && (await rows(page))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  for (const step of steps) {
    await step(page)
    await page.waitForTimeout(pause)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const found = await page.evaluate(() => [...window.interactions.values()])
  await page.close()
  if (found.length === 0) throw new Error(`${path}: no interaction was measured`)
  const slowest = found.reduce((worst, one) => (one.duration > worst.duration ? one : worst))
  return { count, ...slowest }
}

/** Makes sure that the administrator's inbox has at least this many notifications. */
async function fillInbox(request, minimum) {
  const { total } = await (await request.get('/notifications?limit=1')).json()
  for (let sent = total; sent < minimum; sent += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, minimum - sent) }, async (_, number) => {
        const data = {
          type: 'system',
          title: `Проверка ${sent + number}`,
          message: 'Проверка связи',
        }
        const answer = await request.post('/api/notifications/admin/test', {
          headers: sameSiteHeaders,
          data,
        })
        if (!answer.ok()) throw new Error(`a notification was refused: ${await answer.text()}`)
      }),
    )
}

async function createContext(browser, isSignedIn) {
  const context = await browser.newContext({
    baseURL: base,
    locale: 'ru-RU',
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
  if (!isSignedIn) return context
  const answer = await context.request.post('/api/auth/login', {
    headers: sameSiteHeaders,
    data: { email, password },
  })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  await fillInbox(context.request, notificationCount)
  return context
}

let isOver = false
const browser = await chromium.launch(await createBrowserOptions())
try {
  for (const [name, screen] of Object.entries(screens)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    if (screen.isSignedIn && !password) {
      console.log(`skip ${name.padEnd(20)} needs ADMIN_PASSWORD`)
      continue
    }
    const context = await createContext(browser, screen.isSignedIn)
    const visits = []
    for (let run = 0; run < runs; run += 1) visits.push(await visit(context, screen))
    await context.close()
    const value = findMedian(visits.map(({ duration }) => duration))
    const worst = visits.find(({ duration }) => duration === value)
    const rows = screen.minimumRows ? `, ${worst.count} rows of ${screen.minimumRows}` : ''
    const verdict = value > budgetMs ? 'OVER' : 'ok  '
    console.log(`${verdict} ${name.padEnd(20)} INP ${value} ms (${worst.what})${rows}`)
    isOver ||= value > budgetMs
  }
} finally {
  await browser.close()
}
process.exit(isOver ? 1 : 0)
