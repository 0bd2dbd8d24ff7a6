// Draws the Open Graph pictures of the public pages, 1200 × 630, from our car drawings into public/og.
//   node scripts/ogPictures.mjs
// Run it again when a title or a drawing changes. The pictures are committed.

import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { brand } from '../src/shared/brand.ts'
import { createBrowserOptions } from './browser.mjs'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(web, 'public/og')
const pictures = [
  { name: 'home', title: 'Автомобили из Европы<br>под ключ', body: 'sedan' },
  { name: 'about', title: 'О компании', body: 'estate' },
  { name: 'services', title: 'Услуги и калькулятор<br>растаможки', body: 'suv' },
  { name: 'contacts', title: 'Контакты', body: 'van' },
  { name: 'blog', title: 'Блог', body: 'coupe' },
  { name: 'cars', title: 'Автомобили', body: 'cabriolet' },
]

const readWebFile = (path) => readFileSync(join(web, path), 'utf8')
const readFont = (name) =>
  `data:font/woff2;base64,${readFileSync(join(web, 'src/ui/fonts', name)).toString('base64')}`

function drawStrokes(body) {
  const car = JSON.parse(readWebFile(`src/ui/drawing/data/car-${body}.json`))
  const writePath = ({ class: name, fill, d }) =>
    `<path class="${name}${fill ? ` f-${fill}` : ''}" d="${d}"/>`
  const shown = car.strokes.filter((stroke) => !['ground', 'hatch'].includes(stroke.class))
  const wheels = car.axles.map(
    ([x, y]) => `<g transform="translate(${x} ${y})">${car.wheel.map(writePath).join('')}</g>`,
  )
  const [x0, y0, x1] = car.bounds
  return `<svg viewBox="${-x1 - 60} ${y0} ${x1 - x0 + 120} ${-y0}"><g transform="scale(-1 1)">${shown.map(writePath).join('')}${wheels.join('')}</g></svg>`
}

const styles = `
${readWebFile('src/ui/tokens.css')}
@font-face{font-family:Onest;src:url(${readFont('onest-cyrillic.woff2')});font-weight:100 900;unicode-range:U+0401,U+0410-044F,U+0451}
@font-face{font-family:Onest;src:url(${readFont('onest-latin.woff2')});font-weight:100 900;unicode-range:U+0020-00FF,U+2000-206F}
body{margin:0;width:1200px;height:630px;background:var(--background);color:var(--ink);font-family:Onest;position:relative;overflow:hidden}
.mark{position:absolute;left:64px;top:52px;display:flex;gap:16px;align-items:center;font:500 26px Onest;letter-spacing:-.02em}
.mark svg{width:44px;height:44px;fill:none;stroke:currentColor;stroke-width:1.4}
h1{position:absolute;left:64px;top:128px;margin:0;font:500 76px/1 Onest;letter-spacing:-.046em}
.car{position:absolute;right:64px;bottom:72px;width:720px}
.car svg{display:block;width:100%;overflow:visible}
.ground{position:absolute;left:0;right:0;bottom:71px;height:1px;background:var(--ink)}
.car path{fill:none;stroke:var(--ink);stroke-width:1.2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.car .outline{stroke-width:1.8}.car .wheel,.car .interior{stroke-width:.7}.car .well{stroke:none}
.car .f-background{fill:var(--background)}.car .f-glass,.car .f-lamp{fill:color-mix(in srgb,var(--ink) 7%,var(--background))}.car .f-shade{fill:color-mix(in srgb,var(--ink) 11%,var(--background))}`

const writePage = ({
  title,
  body,
}) => `<!doctype html><html><meta charset="utf-8"><style>${styles}</style><body>
<div class="mark"><svg viewBox="0 0 32 32"><circle cx="16" cy="16" r="14.3"/><path d="M16 1.7C8.6 8 8.6 24 16 30.3M16 1.7C23.4 8 23.4 24 16 30.3M5 25.2h22"/></svg>${brand.siteName}</div>
<h1>${title}</h1><div class="car">${drawStrokes(body)}</div><div class="ground"></div></body></html>`

mkdirSync(target, { recursive: true })
const browser = await chromium.launch(await createBrowserOptions())
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  for (const { name, ...rest } of pictures) {
    await tab.setContent(writePage(rest))
    await tab.evaluate(() => document.fonts.ready)
    await tab.screenshot({ path: join(target, `${name}.png`) })
  }
} finally {
  await browser.close()
}
