// Draws src/features/shell/brandMarks.svg: the footer's logos of car brands and social networks in
// one small file, which is loaded only with the footer. Simple Icons has no logo of Mercedes-Benz,
// Land Rover or Lexus, and its Porsche crest is 24 kB, so these four are simple shapes of our own.
// Run this script again after changing it.

import { writeFileSync } from 'node:fs'
import { siAudi, siBmw, siMax, siTelegram, siVk, siVolkswagen, siVolvo } from 'simple-icons'

const line = 'fill="none" stroke="currentColor" stroke-width="1.4"'
const marks = {
  bmw: `<path d="${siBmw.path}"/>`,
  mercedes: `<g ${line}><circle cx="12" cy="12" r="10.8"/><path d="M12 1.6V12M12 12l9 5.4M12 12l-9 5.4" stroke-width="2"/></g>`,
  audi: `<path d="${siAudi.path}"/>`,
  porsche: `<g ${line}><path d="M3.5 3.2c5 1.2 12 1.2 17 0 .8 8-1 14.6-8.5 18.4C4.5 17.8 2.7 11.2 3.5 3.2z"/><path d="M12 4v17.4M3.4 11.5h17.2"/></g>`,
  volkswagen: `<path d="${siVolkswagen.path}"/>`,
  volvo: `<path d="${siVolvo.path}"/>`,
  vk: `<path d="${siVk.path}"/>`,
  telegram: `<path d="${siTelegram.path}"/>`,
  max: `<path d="${siMax.path}"/>`,
  landrover: `<g ${line}><ellipse cx="12" cy="12" rx="11" ry="6.4"/><path d="M6 14.8l3-5.6v5.6l3-5.6M12.5 14.8l3-5.6v5.6l3-5.6"/></g>`,
  lexus: `<g ${line}><ellipse cx="12" cy="12" rx="11" ry="8"/><path d="M13.6 4.6C10.4 8 7.4 12 6 15.4h11.6" stroke-width="2"/></g>`,
}

const symbols = Object.entries(marks).map(
  ([id, shape]) => `<symbol id="${id}" viewBox="0 0 24 24" fill="currentColor">${shape}</symbol>`,
)
const target = new URL('../src/features/shell/brandMarks.svg', import.meta.url)
writeFileSync(target, `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`)
