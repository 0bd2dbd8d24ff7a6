import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inlineCriticalCss } from '../../scripts/pages/criticalCss.ts'
import { deferStart } from '../../scripts/pages/deferredStart.ts'
import { listStyles, parsePage, serializePage } from '../../scripts/pages/htmlDocument.ts'
import { linkLateStyles } from '../../scripts/pages/lateStyles.ts'
import { hashScripts } from '../../scripts/pages/pagePolicy.ts'
import {
  markAsShell,
  removeCurrentPage,
  setTextWithoutScripts,
  setTitle,
} from '../../scripts/pages/shellPage.ts'
import { setStartModule, takeStartModule } from '../../scripts/pages/startModule.ts'

const html = readFileSync('tests/pages/fixtures/page.html', 'utf8').trim()
const parseFixture = () => parsePage(html)
const listHrefs = (from: ParentNode, kind: string) =>
  [...from.querySelectorAll(`link[rel="${kind}"]`)].map((link) => link.getAttribute('href'))
const readDeferred = (page: Document) =>
  (page.getElementById('deferred') as HTMLTemplateElement | null)?.content ?? page.body

function finishFixture(): Document {
  const page = parseFixture()
  takeStartModule(page)
  setStartModule(page, '/assets/start-1.js')
  inlineCriticalCss(page, (path) => `/*${path}*/.a>b{content:"<"}`)
  deferStart(page, 'boot()')
  return page
}

it('the build steps turn the fixture into the stored result', async () => {
  await expect(`${serializePage(finishFixture())}\n`).toMatchFileSnapshot(
    'fixtures/page.finished.html',
  )
})

it('a serialized page keeps the text and the comments of the framework', () => {
  const written = serializePage(parseFixture())
  expect(written).toContain(
    '<!--$--><p>Цена «под ключ» &amp; срок</p><!--/$--><noscript></noscript></main>',
  )
  expect(serializePage(parsePage(written))).toBe(written)
})

it('a serialized page has non-breaking spaces as characters, and unchanged scripts', () => {
  const script = "<script>var a='&nbsp;'</script>"
  const page = parsePage(`<p title="к&nbsp;дому">к&nbsp;клиенту</p>${script}`)
  expect(serializePage(page)).toContain(`<p title="к\u00a0дому">к\u00a0клиенту</p>${script}`)
})

describe('the start module', () => {
  it('has the state, then the streamed data, then the imports of the page', () => {
    const code = takeStartModule(parseFixture())
    const order = [
      '__reactRouterContext =',
      'enqueue("data")',
      'close()',
      'manifest-1.js',
      'entry.client-1.js',
    ]
    const places = order.map((part) => code.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('leaves an element without code in the place of every script of the framework', () => {
    const page = parseFixture()
    const before = page.body.querySelectorAll('script').length
    takeStartModule(page)
    setStartModule(page, '/assets/start-1.js')
    const scripts = [...page.body.querySelectorAll('script')]
    expect(scripts).toHaveLength(before)
    expect(scripts.map((script) => [script.type, script.textContent])).toEqual(
      scripts.map(() => ['text/plain', '']),
    )
    expect(scripts.map((script) => script.dataset.start)).toEqual([
      '/assets/start-1.js',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keeps linked data', () => {
    const page = parseFixture()
    takeStartModule(page)
    expect(page.querySelector('script[type="application/ld+json"]')?.textContent).toContain(
      'AutoDealer',
    )
  })

  it('rejects a page that lacks the scripts of the framework', () => {
    const page = parsePage('<html><body><p>Текст</p></body></html>')
    expect(() => setStartModule(page, '/assets/start-1.js')).toThrow('no inline script')
    expect(() => deferStart(page, '')).toThrow('no boot script')
  })
})

describe('the critical styles', () => {
  it('are those that the page links, once each and in their order, before the links', () => {
    const page = finishFixture()
    expect(page.querySelector('style')?.textContent).toBe(
      '/*/assets/root-1.css*/.a>b{content:"<"}/*/assets/shell-1.css*/.a>b{content:"<"}',
    )
    expect(serializePage(page)).toContain('.a>b{content:"<"}')
    expect(listStyles(parseFixture())).toEqual(['/assets/root-1.css', '/assets/shell-1.css'])
  })

  it('are not loaded again: their links wait, disabled, for hydration and for the loader of late styles', () => {
    const page = finishFixture()
    expect(listHrefs(page, 'stylesheet')).toEqual([])
    const links = readDeferred(page)
    expect(listHrefs(links, 'stylesheet')).toEqual([
      '/assets/root-1.css',
      '/assets/shell-1.css#',
      '/assets/shell-1.css',
    ])
    expect(links.querySelectorAll('link[rel="stylesheet"]:not([disabled])')).toHaveLength(0)
  })
})

describe('the styles of lazy parts', () => {
  const manifest = {
    'src/home.tsx': { file: 'assets/home-1.js', imports: ['_shared.js'], css: ['assets/home.css'] },
    '_shared.js': { file: 'assets/shared.js', dynamicImports: ['src/part.tsx', 'src/dialog.tsx'] },
    'src/part.tsx': {
      file: 'assets/part.js',
      css: ['assets/part.css'],
      dynamicImports: ['src/home.tsx'],
    },
    'src/dialog.tsx': { file: 'assets/dialog.js', css: ['assets/dialog.css'] },
    'src/other.tsx': { file: 'assets/other.js', css: ['assets/other.css'] },
  }
  const styles: Record<string, string> = {
    '/assets/home.css': '.home{color:red}',
    '/assets/part.css': '@layer ui{@media print{.part:hover>b::before{color:red}}}',
    '/assets/dialog.css': '.dialog .part{color:red}@keyframes in{50%{opacity:0}}',
    '/assets/other.css': '.part{color:red}',
  }
  const listLinkedStyles = () => {
    const page = parsePage(
      `<head><link rel="modulepreload" href="/assets/home-1.js"><link rel="stylesheet" href="/assets/home.css#">
      </head><p class="part"><b>a</b></p>`,
    )
    linkLateStyles(page, manifest, (path) => styles[path] ?? '')
    return listHrefs(page, 'stylesheet')
  }

  it('are linked where the page has their elements and its code can import them', () => {
    expect(listLinkedStyles()).toEqual(['/assets/home.css#', '/assets/part.css'])
  })
})

describe('the deferred start', () => {
  it('lets the browser load no script before the first paint', () => {
    const page = finishFixture()
    expect(page.querySelectorAll('script[src], link[rel="modulepreload"]')).toHaveLength(0)
    expect(listHrefs(readDeferred(page), 'modulepreload')).toEqual([
      '/assets/entry.client-1.js',
      '/assets/vendor-1.js',
    ])
    expect(listHrefs(page, 'preload')).toEqual(['/assets/onest.woff2'])
  })

  it('is the only script that the policy of the pages allows, by its hash', () => {
    const hash = createHash('sha256').update('boot()').digest('base64')
    expect(hashScripts(finishFixture())).toEqual([`'sha256-${hash}'`])
    expect(hashScripts(parseFixture())).toHaveLength(4)
    expect(finishFixture().head.lastElementChild?.textContent).toBe('boot()')
  })
})

describe('the shell', () => {
  it('marks no page as the current one', () => {
    const page = parseFixture()
    removeCurrentPage(page)
    expect(page.querySelectorAll('[aria-current]')).toHaveLength(0)
  })

  it('is marked for scripts and styles', () => {
    const page = parseFixture()
    markAsShell(page)
    expect(page.documentElement.dataset.shell).toBe('')
  })

  it('has the text of another page for readers without scripts', () => {
    const shell = parseFixture()
    setTextWithoutScripts(shell, parsePage('<main><h1>Нет</h1><p>такой &amp; страницы</p></main>'))
    expect(serializePage(shell)).toContain(
      '<noscript><h1>Нет</h1><p>такой &amp; страницы</p></noscript></main>',
    )
    expect(() => setTextWithoutScripts(parsePage('<main></main>'), shell)).toThrow('place for text')
  })

  it('has the title of another page', () => {
    const shell = parseFixture()
    setTitle(shell, parsePage('<title>Нет такой — Салон</title>'))
    expect([...shell.querySelectorAll('title')].map((title) => title.textContent)).toEqual([
      'Нет такой — Салон',
    ])
    expect(() => setTitle(shell, parsePage('<p></p>'))).toThrow('no title')
  })
})
