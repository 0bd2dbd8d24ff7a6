// Tells built pages the address they are served under, so that one build serves any port or domain:
//   node scripts/siteAddress.mjs build/client https://www.example.com
// Canonical addresses, Open Graph and linked data are in the HTML alone; scripts read the address there.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, writeCompressed } from './precompress.mjs'

const [folder, givenAddress] = process.argv.slice(2)
const address = givenAddress.replace(/\/$/, '')
const addressMeta = /<meta name="site-address" content="([^"]+)"/

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.html')) continue
  const file = join(folder, name)
  const html = readFileSync(file, 'utf8')
  const before = addressMeta.exec(html)?.[1]
  if (!before || before === address) continue
  // Not the beginning of a longer one: port 80 is no part of 8080.
  const whole = new RegExp(`${before.replace(/[.]/g, '\\.')}(?![\\w.:-])`, 'g')
  replaceFile(file, html.replace(whole, address))
  writeCompressed(file)
}
