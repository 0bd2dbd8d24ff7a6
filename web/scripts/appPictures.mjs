// Generates the pictures of the installed app in public/: icons from our logo and, from a running stack,
// the screenshots that the browser shows in its install prompt.
//   node scripts/appPictures.mjs                                  only the icons
//   BASE_URL=http://localhost:8080 node scripts/appPictures.mjs   also the screenshots
// Run it again when the logo or the first screen changes. The pictures are committed.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { createBrowserOptions } from './browser.mjs'
import { readPageColors } from './pageColors.mjs'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const mark =
  '<circle cx="16" cy="16" r="14.3"/><path d="M16 1.7C8.6 8 8.6 24 16 30.3M16 1.7C23.4 8 23.4 24 16 30.3M5 25.2h22"/>'
const { light: ground, dark: ink } = readPageColors()

// A maskable icon may be cropped to any shape, so its content is within the middle 80 %.
const icons = [
  { name: 'icon-192', size: 192, share: 0.72, ground },
  { name: 'icon-512', size: 512, share: 0.72, ground },
  { name: 'maskable-192', size: 192, share: 0.54, ground },
  { name: 'maskable-512', size: 512, share: 0.54, ground },
  { name: 'apple-180', size: 180, share: 0.66, ground },
  // Android draws the badge in one colour, using only its transparency.
  { name: 'badge-96', size: 96, share: 0.86, ground: 'transparent' },
]
const screens = [
  { name: 'home-wide', path: '/', width: 1440, height: 900, scale: 1 },
  { name: 'home-narrow', path: '/', width: 390, height: 844, scale: 2 },
  { name: 'services-narrow', path: '/services#calculator', width: 390, height: 844, scale: 2 },
]

// Sizes of the pictures in /favicon.ico, which feed readers and messengers request without reading a page.
const tabSizes = [16, 32, 48]

async function drawIcons(browser) {
  const page = await browser.newPage()
  for (const icon of icons)
    writeFileSync(join(web, 'public/icons', `${icon.name}.png`), await drawPicture(page, icon))
  const tabs = []
  for (const size of tabSizes)
    tabs.push({ size, png: await drawPicture(page, { size, share: 0.88, ground }) })
  writeFileSync(join(web, 'public/favicon.ico'), encodeIco(tabs))
  await page.close()
}

async function drawPicture(page, { size, share, ground: background }) {
  const side = Math.round(size * share)
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<!doctype html><style>body{margin:0;height:${size}px;display:grid;place-items:center;background:${background}}svg{width:${side}px;fill:none;stroke:${ink};stroke-width:1.7}</style><svg viewBox="0 0 32 32">${mark}</svg>`,
  )
  return page.screenshot({ omitBackground: background === 'transparent' })
}

/**
 * Several PNG pictures as one ICO file: a header, an entry of 16 bytes for each, then the pictures.
 */
function encodeIco(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [number, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * number
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(24, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map((picture) => picture.png)])
}

async function takeScreens(browser, base) {
  for (const { name, path, width, height, scale } of screens) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      isMobile: width < 768,
      locale: 'ru-RU',
      reducedMotion: 'reduce',
    })
    await context.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
    const page = await context.newPage()
    await page.goto(base + path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(1500)
    await page.screenshot({ path: join(web, 'public/screenshots', `${name}.png`) })
    await context.close()
  }
}

for (const folder of ['icons', 'screenshots'])
  mkdirSync(join(web, 'public', folder), { recursive: true })
const browser = await chromium.launch(await createBrowserOptions())
try {
  await drawIcons(browser)
  if (process.env.BASE_URL) await takeScreens(browser, process.env.BASE_URL)
} finally {
  await browser.close()
}
