import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetchPages } from './prefetchPages.ts'

/** Addresses of the modules and requests that were loaded, in order. */
const loaded: string[] = []

/** The URL of a module that reports its evaluation, and whose loader reports the URL of the page. */
const createModuleUrl = (name: string) =>
  `data:text/javascript,${encodeURIComponent(`
    globalThis.reportLoaded('${name}')
    export const clientLoader = ({ request, params }) => {
      globalThis.reportLoaded('data of ' + new URL(request.url).pathname + ' ' + JSON.stringify(params))
    }
  // ${crypto.randomUUID()}`)}`

beforeEach(() => {
  loaded.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  Object.assign(globalThis, { reportLoaded: (name: string) => loaded.push(name) })
  globalThis.__reactRouterManifest = {
    routes: Object.fromEntries(
      [
        { id: 'root', path: '' },
        { id: 'home', parentId: 'root', index: true },
        { id: 'about', parentId: 'root', path: 'about', css: ['/about.css'] },
        { id: 'car', parentId: 'root', path: 'cars/:slug' },
        { id: 'personal', parentId: 'root' },
        { id: 'dashboard', parentId: 'personal', path: 'dashboard' },
        { id: 'missing', parentId: 'root', path: '*' },
      ].map((route) => [route.id, { ...route, module: createModuleUrl(route.id) }]),
    ),
  }
  document.body.innerHTML = `
    <a href="/about"><span>О компании</span></a>
    <a href="/cars/bmw-3?from=list">BMW</a>
    <a href="/dashboard">Кабинет</a>
    <a href="/media/price.pdf">Прайс</a>
    <a href="/about" target="_blank">О компании в новой вкладке</a>
    <a href="https://example.com/about">Другой сайт</a>
    <p>Текст</p>`
  const stop = prefetchPages()
  return () => {
    stop()
    globalThis.__reactRouterManifest = undefined
    document.body.innerHTML = ''
    for (const link of document.querySelectorAll('link[rel=prefetch]')) link.remove()
  }
})

afterEach(() => {
  vi.useRealTimers()
})

const findElement = (selector: string) => document.querySelector(selector) as HTMLElement

function hover(selector: string, pointerType = 'mouse') {
  const event = new MouseEvent('pointerover', { bubbles: true })
  findElement(selector).dispatchEvent(Object.assign(event, { pointerType }))
}

/** Lets the time of the intent pass, and the modules load. */
async function waitForIntent() {
  await vi.advanceTimersByTimeAsync(100)
  await new Promise((resolve) => setImmediate(resolve))
}

it('prefetching loads the code and the styles of a page when the pointer rests on a link to it', async () => {
  hover('[href="/about"] span')
  expect(loaded).toEqual([])
  await waitForIntent()
  await vi.waitFor(() => expect(loaded[0]).toBe('about'))
  expect(document.querySelector('link[rel=prefetch]')?.getAttribute('href')).toBe('/about.css')
})

it('prefetching loads the code of a page when focus reaches a link to it', async () => {
  findElement('[href="/about"]').focus()
  await waitForIntent()
  await vi.waitFor(() => expect(loaded[0]).toBe('about'))
})

it('prefetching starts the queries of a public page with its URL', async () => {
  hover('[href^="/cars/"]')
  await waitForIntent()
  await vi.waitFor(() => expect(loaded).toEqual(['car', 'data of /cars/bmw-3 {"slug":"bmw-3"}']))
})

it('prefetching loads a personal page with its layout, but not its data', async () => {
  hover('[href="/dashboard"]')
  await waitForIntent()
  await vi.waitFor(() => expect(loaded).toEqual(expect.arrayContaining(['dashboard', 'personal'])))
  await waitForIntent()
  expect(loaded).toHaveLength(2)
})

it('prefetching loads nothing for a pointer that only passes the link, nor for a touch', async () => {
  hover('[href="/about"]')
  hover('p')
  await waitForIntent()
  hover('[href="/about"]', 'touch')
  await waitForIntent()
  expect(loaded).toEqual([])
})

it.each(['[href="/media/price.pdf"]', '[target]', '[href^="https:"]'])(
  'prefetching loads nothing for a link that opens no page here: %s',
  async (selector) => {
    hover(selector)
    await waitForIntent()
    expect(loaded).toEqual([])
  },
)

it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'prefetching loads nothing on a connection with %o',
  async (connection) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }))
    hover('[href="/about"]')
    await waitForIntent()
    vi.unstubAllGlobals()
    expect(loaded).toEqual([])
  },
)

it('prefetching ignores code that cannot be loaded', async () => {
  const { about } = globalThis.__reactRouterManifest?.routes ?? {}
  if (about) about.module = 'data:text/javascript,throw new Error("missing")'
  hover('[href="/about"]')
  await waitForIntent()
  hover('[href^="/cars/"]')
  await waitForIntent()
  await vi.waitFor(() => expect(loaded[0]).toBe('car'))
})
