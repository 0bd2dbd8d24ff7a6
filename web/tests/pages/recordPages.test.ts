import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listDrawingPlaces } from '../../scripts/pages/drawingPlaces.ts'
import { listStyles, parsePage, serializePage } from '../../scripts/pages/htmlDocument.ts'
import { recordPage } from '../../scripts/pages/recordPages.ts'

const shell = () => parsePage(readFileSync('tests/pages/fixtures/page.html', 'utf8').trim())
const manifest = {
  'src/app/routes/car.tsx?__react-router-build-client-route': {
    file: 'assets/car-1.js',
    imports: ['_vendor.js', '_note.js'],
    css: ['assets/car-1.css'],
    dynamicImports: ['src/late.tsx'],
  },
  '_vendor.js': { file: 'assets/vendor-1.js' },
  '_note.js': { file: 'assets/note-1.js', css: ['assets/note-1.css', 'assets/root-1.css'] },
  'src/late.tsx': { file: 'assets/late-1.js', css: ['assets/late-1.css'] },
}
const made = () => recordPage(shell(), manifest, ['src/app/routes/car.tsx'])

it('has an empty place for the record as the only content of its main part', () => {
  expect(serializePage(made())).toContain(
    '<main id="main" tabindex="-1"><div id="served-record"></div></main>',
  )
})

it('has the styles and the chunks of what renders the record, each once, and nothing that comes later', () => {
  const page = made()
  expect(listStyles(page)).toEqual([
    '/assets/root-1.css',
    '/assets/shell-1.css',
    '/assets/note-1.css',
    '/assets/car-1.css',
  ])
  const chunks = [...page.querySelectorAll('link[rel="modulepreload"]')]
  expect(chunks.map((link) => link.getAttribute('href'))).toEqual([
    '/assets/entry.client-1.js',
    '/assets/vendor-1.js',
    '/assets/note-1.js',
    '/assets/car-1.js',
  ])
})

it('leaves the shell as it was, and does not build what the sources lack', () => {
  const page = shell()
  recordPage(page, manifest, ['src/app/routes/car.tsx'])
  expect(serializePage(page)).toBe(serializePage(shell()))
  expect(() => recordPage(shell(), manifest, ['src/none.tsx'])).toThrow('no chunk of src/none.tsx')
  expect(() => recordPage(parsePage('<p></p>'), manifest, [])).toThrow('no <main>')
})

it('leaves the room that a drawing takes', () => {
  const { sedan, pickup, suv } = listDrawingPlaces()
  expect(sedan).toEqual({ name: 'Седан', car: '5815 / 2746', cover: '5035 / 1526' })
  expect(pickup).toEqual(suv)
})
