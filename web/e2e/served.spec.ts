// The HTML contains articles and cars in their final look: visible before the scripts, and without
// them.

import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { callApi, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { demoCar, expect, open, phone, test, waitForHydration } from './site.ts'

const article = '/blog/utilizacionnyj-sbor-160-sil'

/** The code that renders the pages of records. Other scripts are not delayed. */
const recordCode = /\/assets\/(?:blog|car|ArticleDialog)-[^/]+\.js/

/** Delays the code of record pages until `during` calls `arrive`. */
async function delayRecordCode(page: Page, during: (arrive: () => void) => Promise<void>) {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(recordCode, async (route) => {
    await late
    await route.continue()
  })
  await during(arrive)
}

/** What changed while the page was loaded; `moved` names the elements of the layout shifts. */
type Changes = { shift: number; moved: string[]; skeletons: number; headings: number }

type LayoutShift = PerformanceEntry & {
  value: number
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Records layout shifts, skeletons of a record, and level 1 headings, at every change of the page.
 */
const recordChanges = (page: Page) =>
  page.addInitScript(() => {
    const seen: Changes = { shift: 0, moved: [], skeletons: 0, headings: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        seen.shift += entry.value
        for (const { node, previousRect, currentRect } of entry.sources) {
          const text = node?.textContent?.trim().slice(0, 40)
          seen.moved.push(`${node?.nodeName} "${text}" y ${previousRect.y} to ${currentRect.y}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new MutationObserver(() => {
      const skeletons = '.page-loading, .cars-lost, .blog-inner > .ui-wait'
      seen.skeletons += document.querySelectorAll(skeletons).length
      seen.headings = Math.max(seen.headings, document.querySelectorAll('h1').length)
    }).observe(document, { childList: true, subtree: true })
  })
const findChanges = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Changes }).seen)

/** Text and position of each part of a record; `null` for a missing part. */
const capture = (page: Page, parts: string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const record =
          document.querySelector('#served-record') ??
          document.querySelector('[role=dialog]') ??
          document.querySelector('main')
        const element = record?.querySelector<HTMLElement>(selector)
        if (!element) return null
        const { x, y, width, height } = element.getBoundingClientRect()
        const text = element.querySelector('svg')
          ? ''
          : element.textContent?.replaceAll('\n', '').trim()
        return { selector, text, box: [x, y, width, height].map(Math.round) }
      }),
    parts,
  )

const articleParts = ['.blog-title', '.blog-by', '.blog-figure', '.blog-lead', '.blog-prose']
const carParts = [
  'h1',
  '.cars-name',
  '.cars-drawing',
  '.ui-giant-price',
  '.cars-parts',
  '.cars-rows',
]

/** Expects that the record is visible before its code is loaded, and that nothing moves when the code renders it. */
async function expectToStay(page: Page, path: string, parts: string[]) {
  await recordChanges(page)
  await page.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await delayRecordCode(page, async (arrive) => {
    await page.goto(path, { waitUntil: 'commit' })
    await waitForHydration(page)
    await expect(page.locator('#served-record h1')).toBeVisible()
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('.page-loading')).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const served = await capture(page, parts)
    expect(served).not.toContain(null)
    arrive()
    await expect(page.locator('#served-record')).toHaveCount(0)
    expect(await capture(page, parts)).toEqual(served)
  })
  await expect(page.locator('h1')).toHaveCount(1)
  const { shift, moved, skeletons, headings } = await findChanges(page)
  expect(skeletons).toBe(0)
  expect(headings).toBe(1)
  expect(shift, moved.join('\n')).toBeLessThanOrEqual(0.02)
  expect(requests).not.toContain(`/api${path.replace('/blog/', '/blog/posts/')}`)
}

for (const [name, options] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const)
  test.describe(`a record on ${name}`, () => {
    test.use(options)

    test('an article is readable before its code, and does not move when it comes', async ({
      page,
    }) => {
      await expectToStay(page, article, articleParts)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog.locator('.blog-scroll')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/\/blog$/)
    })

    test('a car is readable before its code, and does not move when it comes', async ({ page }) => {
      await expectToStay(page, demoCar.path, carParts)
    })
  })

test.describe('the largest paint', () => {
  // The dialog fades in only if motion is allowed.
  test.use({ ...phone, contextOptions: { reducedMotion: 'no-preference' } })

  test('of a short article on a phone is its text, and not the list that the dialog covers', async ({
    page,
    browser,
  }) => {
    const administrator = await signInAdministrator(browser)
    const { item: post } = await callApi(administrator, 'POST', '/api/content/admin/posts', {
      title: 'Путь из Штутгарта',
      content: 'Одно предложение.',
      category: 'tips',
      status: 'published',
      publish_at: '2020-01-01T09:00:00Z',
    })
    try {
      await page.addInitScript(() => {
        const painted: string[] = []
        Object.assign(window, { painted })
        new PerformanceObserver((list) => {
          for (const { element } of list.getEntries() as (PerformanceEntry & {
            element: Element | null
          })[])
            painted.push(
              element?.closest('#served-record, [role=dialog]')
                ? 'article'
                : `${element?.outerHTML}`,
            )
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      })
      const readPaints = () =>
        page.evaluate(() => (window as unknown as { painted: string[] }).painted)
      await page.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
      await delayRecordCode(page, async (arrive) => {
        await page.goto(`/blog/${post.slug}`, { waitUntil: 'commit' })
        await expect.poll(readPaints).not.toHaveLength(0)
        arrive()
      })
      const dialog = page.getByRole('dialog', { name: post.title })
      await expect(dialog).toBeVisible()
      const list = page.getByRole('heading', { level: 1, includeHidden: true })
      await expect(list).toBeHidden()
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      )
      expect(new Set(await readPaints())).toEqual(new Set(['article']))
      // The keyboard reaches and scrolls an area that is longer than the screen, though the text is short.
      const rules = ['scrollable-region-focusable']
      expect(await findViolations(page, { within: '[role=dialog]', rules })).toEqual([])
      const scrolled = dialog.locator('.blog-scroll')
      // Chromium gives the focus to such a part by itself, Safari does not.
      await expect(scrolled).toHaveAttribute('tabindex', '0')
      await scrolled.focus()
      await expect(scrolled).toBeFocused()
      await page.keyboard.press('End')
      await expect.poll(() => scrolled.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
      await dialog.getByRole('button', { name: 'Закрыть' }).click()
      await expect(list).toBeVisible()
    } finally {
      await callApi(administrator, 'DELETE', `/api/content/admin/posts/${post.id}`)
    }
    await administrator.close()
  })
})

test('a reader who has scrolled in an article stays there', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
  await delayRecordCode(page, async (arrive) => {
    await page.goto(article, { waitUntil: 'commit' })
    await expect(page.locator('#served-record .blog-prose')).toBeVisible()
    await page.locator('.blog-scroll').evaluate((element) => element.scrollTo({ top: 300 }))
    arrive()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  expect(await page.locator('.blog-scroll').evaluate((element) => element.scrollTop)).toBe(300)
})

test('a favourite of the buyer is shown after the served page, which is the same for everybody', async ({
  browser,
}) => {
  const { context } = await signInBuyer(browser)
  const page = await context.newPage()
  // The oldest car, because other journeys change the prices of the cars that they make.
  const { cars } = await (await page.request.get('/api/cars?limit=1&sort=created_at')).json()
  const path = `/cars/${cars[0].slug}`
  await open(page, path)
  await page.getByRole('button', { name: 'В избранное' }).click()
  await expect(page.getByRole('button', { name: 'Убрать из избранного' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Убрать из избранного' })).toBeVisible()
  const visitor = await browser.newContext()
  // The page names similar cars, and another journey may publish one between the two answers.
  await expect(async () => {
    const ofBuyer = await (await page.request.get(path)).text()
    expect(await (await visitor.request.get(path)).text()).toBe(ofBuyer)
  }).toPass()
  await visitor.close()
  await context.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an article and a car are a page to read, with one heading', async ({ page }) => {
    for (const path of [article, demoCar.path]) {
      await page.goto(path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.getByText('Загрузка')).toHaveCount(0)
      await expect(page.locator('.blog-prose p, .cars-rows').first()).toBeVisible()
      // The page scrolls, not a part of it, and its links work.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.getByRole('contentinfo')).toBeInViewport()
      await expect(page.getByText('"content_html"')).toBeHidden()
    }
  })
})

test('hostile texts of an author stay texts, and the picture is there at once', async ({
  page,
  browser,
}) => {
  const hostile = '</script><script>window.hit=1</script><!--<img src=x onerror=window.hit=1>\u2028'
  const administrator = await signInAdministrator(browser)
  const { item: post } = await callApi(administrator, 'POST', '/api/content/admin/posts', {
    title: `Проба ${hostile}`.replace('\u2028', ''),
    content: `Начало ${hostile}\n\n## ${hostile}`,
    category: 'tips',
    status: 'published',
    // The last in the list, which other journeys read.
    publish_at: '2020-01-01T09:00:00Z',
    image_url: '/og/blog.png',
  })
  try {
    const parts = ['.blog-title', '.blog-figure img', '.blog-lead', '.blog-prose']
    await expectToStay(page, `/blog/${post.slug}`, parts)
    await expect(page.getByRole('dialog', { name: /Проба/ })).toContainText('window.hit=1')
    const picture = page.getByRole('dialog').locator('.blog-figure img')
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  } finally {
    await callApi(administrator, 'DELETE', `/api/content/admin/posts/${post.id}`)
  }
  await administrator.close()
})
