// Traces the requests of client pages over a slow connection: when the page asks who is signed in, when it asks for
// its own data, and when the data is there. The code is in the browser's cache, as for everybody who has opened the
// page since the release; with COLD=yes the cache is empty. There is no service worker. Prints the medians in
// milliseconds from the start of the navigation, as a table for docs/evidence.
//   BASE_URL=http://localhost:8080 ADMIN_PASSWORD=... pnpm trace [path ...]     RUNS=9 for more, LATENCY=300 for a slower one

import { chromium } from '@playwright/test'
import { createBrowserOptions } from './browser.mjs'
import { findMedian } from './median.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const runs = Number(process.env.RUNS ?? 5)
/** Round trip in ms, and the throughput of a phone's connection in bytes a second. */
const latency = Number(process.env.LATENCY ?? 150)
const throughput = (1.6 * 1024 * 1024) / 8
const isCold = process.env.COLD === 'yes'
const chosen = process.argv.slice(2)
const email = process.env.ADMIN_EMAIL ?? 'admin@example.com'
const password = process.env.ADMIN_PASSWORD

/** Client pages, and the request whose answer each of them shows. */
const pages = {
  '/admin': '/api/content/admin/requests?status=new',
  '/admin/orders': '/api/content/admin/orders?',
  '/admin/orders?view=payments': '/api/content/admin/payments?',
  '/admin/comments': '/api/content/admin/comments?',
  '/admin/users': '/api/auth/admin/users?',
  '/admin/notifications': '/api/notifications/admin/campaigns?',
  '/dashboard/security': '/api/auth/sessions',
  '/dashboard/bookings': '/api/me/bookings',
  '/notifications': '/notifications?limit=10',
}
const sessionUrl = '/api/auth/me'

/** The finished request of a page for its session, and the one for its own data. */
async function waitForRequests(page, path, ownRequest) {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const read = page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ responseEnd }) => responseEnd > 0)
        .map(({ name, startTime, responseEnd }) => ({ url: name, startTime, responseEnd })),
    )
    // A page that reloads itself, for a new version, is read again.
    const entries = await read.catch(() => [])
    const findRequest = (start) => entries.find(({ url }) => url.startsWith(base + start))
    const session = findRequest(sessionUrl)
    const own = findRequest(ownRequest)
    if (session && own) return { session, own }
    await page.waitForTimeout(100)
  }
  throw new Error(`${path}: no answer of ${ownRequest}`)
}

/** The times of one visit: when the session and the page's own data were requested and answered. */
async function visit(browser, storageState, path, ownRequest) {
  const context = await browser.newContext({
    baseURL: base,
    locale: 'ru-RU',
    serviceWorkers: 'block',
    storageState,
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
  if (!isCold) {
    const first = await context.newPage()
    await first.goto(path)
    await waitForRequests(first, path, ownRequest)
    await first.close()
  }
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await page.goto(path)
  const { session, own } = await waitForRequests(page, path, ownRequest)
  await context.close()
  return {
    sessionRequested: session.startTime,
    sessionKnown: session.responseEnd,
    ownRequested: own.startTime,
    ownKnown: own.responseEnd,
  }
}

const browser = await chromium.launch(await createBrowserOptions())
try {
  const context = await browser.newContext({ baseURL: base })
  const answer = await context.request.post('/api/auth/login', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { email, password },
  })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  const storageState = await context.storageState()
  await context.close()
  console.log('| page | session requested | session known | own data requested | own data there |')
  console.log('|---|---|---|---|---|')
  for (const [path, ownRequest] of Object.entries(pages)) {
    if (chosen.length > 0 && !chosen.includes(path)) continue
    const visits = []
    for (let run = 0; run < runs; run += 1)
      visits.push(await visit(browser, storageState, path, ownRequest))
    const formatMedian = (time) => Math.round(findMedian(visits.map((one) => one[time])))
    const times = ['sessionRequested', 'sessionKnown', 'ownRequested', 'ownKnown']
    console.log(`| \`${path}\` | ${times.map(formatMedian).join(' | ')} |`)
  }
} finally {
  await browser.close()
}
