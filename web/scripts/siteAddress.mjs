// Writes the public address into built pages, so that one build works on any port or domain:
//   node scripts/siteAddress.mjs build/client https://www.example.com
// Only the HTML contains canonical URLs, Open Graph and JSON-LD; scripts read the address from there.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, writeCompressed } from './pages/precompress.ts'

const [folder, givenAddress] = process.argv.slice(2)
const address = givenAddress.replace(/\/$/, '')
const addressMeta = /<meta name="site-address" content="([^"]+)"/

for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.html')) continue
  const file = join(folder, name)
  const html = readFileSync(file, 'utf8')
  const before = addressMeta.exec(html)?.[1]
  if (!before || before === address) continue
  // It must not match a prefix of a longer address: port 80 is not part of 8080.
  const whole = new RegExp(`${before.replace(/[.]/g, '\\.')}(?![\\w.:-])`, 'g')
  replaceFile(file, html.replace(whole, address))
  writeCompressed(file)
}
