// Runs Lighthouse for phones and compares the results with the budgets: eight public pages through the gateway
// (with the newest article and car), the median of three runs each, in the browser of the lock file.
//   BASE_URL=http://localhost:8080 pnpm bench [/path ...]     RUNS=5 for more
// Simulated throttling starts from the times on this machine, so a busy machine makes LCP and TBT worse, never
// better. Each row shows the speed of the machine (`benchmarkIndex`, about 1500 and more on a quiet desktop).

import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { createBrowserOptions } from './browser.mjs'
import { findMedian } from './median.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const runs = Number(process.env.RUNS ?? 3)
const chosen = process.argv.slice(2)
const pages = chosen.length > 0 ? chosen : await listPublicPages()
const minimumScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const maximumMetrics = { LCP: 1800, TBT: 100, CLS: 0.02 }
const audits = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

async function listPublicPages() {
  const findNewestSlug = async (list, name) => {
    const answer = await fetch(`${base}${list}?limit=1`)
    if (!answer.ok) throw new Error(`${list}: ${answer.status}`)
    return (await answer.json())[name][0].slug
  }
  const [article, car] = await Promise.all([
    findNewestSlug('/api/blog/posts', 'posts'),
    findNewestSlug('/api/cars', 'cars'),
  ])
  const records = [`/blog/${article}`, `/cars/${car}`]
  return ['/', '/services', '/blog', ...records, '/cars', '/status', '/contacts']
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Each run has its own browser, so nothing is cached from the previous run. */
async function measure(url) {
  const port = await findFreePort()
  const options = await createBrowserOptions()
  const args = [...options.args, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const { lhr } = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(minimumScores),
    })
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    return lhr
  } finally {
    await browser.close()
  }
}

const roundForReport = (value) => Number(value.toFixed(value < 1 ? 3 : 0))

/** Messages of audits without a full score. */
function listFaults(lhr) {
  return Object.keys(minimumScores)
    .filter((name) => name !== 'performance')
    .flatMap((name) => lhr.categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id].title}`)
}

let isOver = false
for (const path of pages) {
  const results = []
  for (let run = 0; run < runs; run += 1) results.push(await measure(base + path))
  const over = []
  const words = []
  for (const [name, budget] of Object.entries(minimumScores)) {
    const score = Math.round(findMedian(results.map((lhr) => lhr.categories[name].score * 100)))
    words.push(`${name} ${score}`)
    if (score < budget) over.push(`${name} is under ${budget}`)
  }
  for (const [name, budget] of Object.entries(maximumMetrics)) {
    const value = roundForReport(
      findMedian(results.map((lhr) => lhr.audits[audits[name]].numericValue)),
    )
    words.push(`${name} ${value}`)
    if (value > budget) over.push(`${name} is over ${budget}`)
  }
  const speed = findMedian(results.map((lhr) => lhr.environment.benchmarkIndex))
  console.log(
    `${over.length > 0 ? 'OVER' : 'ok  '} ${path.padEnd(10)} ${words.join(', ')} (machine ${Math.round(speed)})`,
  )
  for (const line of [...over, ...new Set(results.flatMap(listFaults))])
    console.log(`       ${line}`)
  isOver ||= over.length > 0
}
process.exit(isOver ? 1 : 0)
