import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listDrawingSizes } from '../../scripts/pages/drawingSizes.ts'
import { listStyles, parsePage, serializePage } from '../../scripts/pages/htmlDocument.ts'
import { createRecordPage } from '../../scripts/pages/recordPages.ts'

const parseShell = () => parsePage(readFileSync('tests/pages/fixtures/page.html', 'utf8').trim())
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
const createPage = () => createRecordPage(parseShell(), manifest, ['src/app/routes/car.tsx'])

it('a record page has an empty place for the record as the only content of its main part', () => {
  expect(serializePage(createPage())).toContain(
    '<main id="main" tabindex="-1"><div id="served-record"></div></main>',
  )
})

it('a record page links the styles and chunks that render the record, each once, and none that are loaded later', () => {
  const page = createPage()
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

it('creating a record page does not change the shell, and fails for a missing source', () => {
  const page = parseShell()
  createRecordPage(page, manifest, ['src/app/routes/car.tsx'])
  expect(serializePage(page)).toBe(serializePage(parseShell()))
  expect(() => createRecordPage(parseShell(), manifest, ['src/none.tsx'])).toThrow(
    'no chunk of src/none.tsx',
  )
  expect(() => createRecordPage(parsePage('<p></p>'), manifest, [])).toThrow('no <main>')
})

it('the space of a drawing is known for each body type', () => {
  const { sedan, pickup, suv } = listDrawingSizes()
  expect(sedan).toEqual({ name: 'Седан', car: '5815 / 2746', cover: '5035 / 1526' })
  expect(pickup).toEqual(suv)
})
