// Compares the first load of every page, gzipped, with the budgets: its scripts (fewer for the home
// page), the whole load, and each chunk of our code. The files named in the HTML count; the rest is
// loaded later (docs/decisions/0021). The shell is the HTML of public pages that are not
// prerendered (an article, a car, /login, a shared calculation or order).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const client = join(dirname(fileURLToPath(import.meta.url)), '../build/client')
const budget = { homeScripts: 142, scripts: 150, firstLoad: 200, chunk: 40, embed: 15 }
const toKilobytes = (bytes) => Number((bytes / 1000).toFixed(1))
const sizes = new Map()

function measureGzipped(path) {
  if (!sizes.has(path)) sizes.set(path, gzipSync(readFileSync(path), { level: 9 }).length)
  return sizes.get(path)
}

function measure(page) {
  // A disabled link loads nothing, since its styles are inlined.
  const html = readFileSync(page, 'utf8').replaceAll(/<link[^>]* disabled=""[^>]*>/g, '')
  const assets = [...html.matchAll(/ (?:href|src|data-start)="(\/assets\/[^"#]+\.(?:js|css))"/g)]
  const start = [...html.matchAll(/data-start="(\/assets\/start-[^"]+)"/g)].map(([, path]) =>
    readFileSync(join(client, path), 'utf8'),
  )
  const imported = start.flatMap((code) => [...code.matchAll(/"(\/assets\/[^"]+\.js)"/g)])
  const names = new Set([...assets, ...imported].map(([, path]) => path))
  let scripts = 0
  let styles = 0
  let largest = 0
  for (const name of names) {
    const size = measureGzipped(join(client, name))
    if (!name.endsWith('.js')) styles += size
    else scripts += size
    if (!/\/vendor-/.test(name)) largest = Math.max(largest, size)
  }
  return { scripts, largest, firstLoad: scripts + styles + measureGzipped(page), names }
}

if (!existsSync(join(client, 'index.html'))) throw new Error('Build first: pnpm build')
let isOver = false
const pages = readdirSync(client, { recursive: true })
  .filter((name) => name.endsWith('index.html') || name === '__spa-fallback.html')
  .map((name) => join(client, name))
for (const page of pages) {
  const path = page
    .slice(client.length)
    .replace(/index\.html$/, '')
    .replace('/__spa-fallback.html', 'the shell')
  const { scripts, largest, firstLoad } = measure(page)
  const over =
    toKilobytes(scripts) > (path === '/' ? budget.homeScripts : budget.scripts) ||
    toKilobytes(firstLoad) > budget.firstLoad ||
    toKilobytes(largest) > budget.chunk
  isOver ||= over
  console.log(
    `${over ? 'OVER ' : 'ok   '}${path.padEnd(16)} scripts ${toKilobytes(scripts)} kB, first load ${toKilobytes(firstLoad)} kB, largest chunk of ours ${toKilobytes(largest)} kB`,
  )
}
const embed = toKilobytes(measureGzipped(join(client, 'embed/calculator.js')))
isOver ||= embed > budget.embed
console.log(`${embed > budget.embed ? 'OVER ' : 'ok   '}/embed/calculator.js ${embed} kB`)
if (process.argv.includes('--files'))
  for (const name of measure(join(client, 'index.html')).names)
    console.log(toKilobytes(measureGzipped(join(client, name))), name)
process.exit(isOver ? 1 : 0)
