// The layout of every public page at six widths: no text covers another text, and there is no
// horizontal scrolling. The pages of signed-in users are in signedInScreens.spec.ts.

import type { APIRequestContext, Page } from '@playwright/test'
import { signInAdministrator } from './administrators.ts'
import { expectNoOverlaps, expectToFit } from './overlaps.ts'
import { listAddresses } from './routeAddresses.ts'
import { expect, findBeyondTheEdge, navigate, open, test } from './site.ts'

/** Scrolls through the page, so that its lazy parts are loaded. */
async function loadLazyParts(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForLoadState('networkidle')
}

/** A car, an article and a calculation of this stack. */
async function findRecords(request: APIRequestContext) {
  const get = async (path: string) => (await request.get(path)).json()
  const [{ cars }, { posts }, calculation] = await Promise.all([
    get('/api/cars?limit=1&sort=created_at'),
    get('/api/blog/posts?limit=1'),
    request.post('/api/calculator/calculations', {
      data: {
        price: 4_200_000,
        engineVolumeLiters: 2,
        age: 3,
        fuelType: 'petrol',
        importCategory: 'personal',
        isElectric: false,
        isCommercial: false,
      },
    }),
  ])
  const { id } = await calculation.json()
  return { car: cars[0].slug, article: posts[0].slug, calculation: id }
}

test('no two texts intersect and nothing scrolls sideways, at six widths', {
  tag: '@screens',
}, async ({ page, request }) => {
  test.slow()
  for (const address of listAddresses('visitor', await findRecords(request))) {
    await page.setViewportSize({ width: 1280, height: 900 })
    // A record is opened by a full load, as a visitor opens a link to it.
    if (address.split('/').length > 2) await open(page, address)
    else await navigate(page, address)
    await loadLazyParts(page)
    await expectToFit(page, address)
  }
})

test('no two texts intersect on the page of a car with an inspection record', {
  tag: '@screens',
}, async ({ page, request }) => {
  const { cars } = await (await request.get('/api/cars?limit=20&sort=created_at')).json()
  const records = await Promise.all(
    cars.map(async ({ slug }: { slug: string }) => {
      const answer = await request.get(`/api/cars/${slug}`)
      const { car } = await answer.json()
      return car
    }),
  )
  const inspected = records.find(({ inspection }) => inspection)
  const address = `/cars/${inspected.slug}`
  await open(page, address)
  await expect(page.getByRole('heading', { name: /^Толщина краски/ })).toBeVisible()
  await loadLazyParts(page)
  await expectToFit(page, address)
})

test('the lines of a calculation do not overlap, and its sum is visible above the dock', async ({
  page,
}) => {
  await navigate(page, '/services')
  const calculator = page.getByRole('region', { name: 'Калькулятор растаможки' })
  await calculator.getByLabel('Стоимость, ₽').fill('2500000')
  await calculator.getByLabel('Объём двигателя, л').fill('2')
  await calculator.getByLabel('Возраст, лет').fill('2')
  await calculator.getByRole('button', { name: 'Рассчитать' }).click()
  const result = page.getByRole('region', { name: 'Результат расчёта' })
  await expect(result).toBeVisible()
  const sum = result.getByText('Итого с автомобилем').last()
  for (const width of [360, 768, 900, 1024, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverlaps(page, String(width))
    const isSeen = await sum.evaluate((element) => {
      element.scrollIntoView({ block: 'end', behavior: 'instant' })
      const { left, bottom } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 4, bottom - 4))
    })
    expect.soft(isSeen, String(width)).toBe(true)
  }
})

test('a saved calculation is printed with its sums and nothing to press', async ({
  page,
  request,
}) => {
  const { calculation } = await findRecords(request)
  await open(page, `/calc/${calculation}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // An A4 page without its margins.
  await page.setViewportSize({ width: 673, height: 1000 })
  await expect(page.getByText('Итого с автомобилем').last()).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectNoOverlaps(page, 'print')
  expect(await findBeyondTheEdge(page)).toEqual([])
})

test('a comparison of four cars is printed with all its columns and nothing to press', async ({
  page,
  request,
}) => {
  const { cars } = await (await request.get('/api/cars?limit=4&sort=created_at')).json()
  const slugs = cars.map(({ slug }: { slug: string }) => slug).join(',')
  await open(page, `/compare?cars=${slugs}`)
  await expect(page.getByRole('columnheader').getByRole('link')).toHaveCount(4)
  // On a tablet, too, nothing is outside of the window.
  await page.setViewportSize({ width: 768, height: 1024 })
  const table = page.getByRole('region', { name: 'Что сравниваем' })
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.emulateMedia({ media: 'print' })
  // An A4 page without its margins.
  await page.setViewportSize({ width: 673, height: 1000 })
  await expect(page.getByRole('row').filter({ hasText: 'Под ключ в Москве' })).toBeVisible()
  for (const { model } of cars)
    await expect(page.getByRole('columnheader').filter({ hasText: model }).first()).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectNoOverlaps(page, 'print')
  expect(await findBeyondTheEdge(page)).toEqual([])
})

test('a printed article has no other content and is not cut', async ({ page }) => {
  await open(page, '/blog/volkswagen-golf-150-sil')
  const dialog = page.getByRole('dialog')
  const text = dialog.locator('.blog-prose > :last-child')
  await expect(text).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 673, height: 1000 })
  await expect(page.getByRole('main')).toBeHidden()
  const measureHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
  const measureEnd = () => text.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(await measureEnd()).toBeGreaterThan(1000)
  expect(await measureHeight()).toBeGreaterThanOrEqual(await measureEnd())
  expect(await findBeyondTheEdge(page)).toEqual([])
})

test('in forced colours drawings are visible and the current page is marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/cars')
  const drawing = page.locator('main svg .outline').first()
  const readColours = () =>
    drawing.evaluate((line) => [
      getComputedStyle(line).stroke,
      getComputedStyle(document.body).color,
    ])
  await expect.poll(async () => new Set(await readColours()).size).toBe(1)
  const current = page.getByRole('banner').getByRole('link', { name: 'Автомобили' })
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
})

test('the filters of the catalogue stay where they are when its figures arrive', async ({
  page,
}) => {
  let send = () => {}
  const requested = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/api/cars?*', async (route) => {
    await requested
    await route.continue()
  })
  await open(page, '/cars')
  const sorting = page.getByLabel('Сортировка')
  const before = await sorting.boundingBox()
  send()
  await expect(page.getByRole('group', { name: 'Цена с таможней' })).toBeVisible()
  expect(await sorting.boundingBox()).toEqual(before)
})

// Prerendered pages have all styles inline, in a fixed order. The panel loads them as files.
test('a select looks the same, whichever stylesheet is loaded first', async ({ browser }) => {
  const office = await signInAdministrator(browser)
  const page = await office.newPage()
  await page.goto('/admin/cars')
  const select = page.getByRole('combobox', { name: 'Состояние' })
  const measure = () =>
    select.evaluate((element) => {
      const { appearance, paddingLeft, overflowX } = getComputedStyle(element)
      const frame = getComputedStyle(element.parentElement ?? element).paddingLeft
      return { appearance, paddingLeft, overflowX, frame }
    })
  await expect(select).toBeVisible()
  const expected = await measure()
  for (const place of ['prepend', 'append'] as const) {
    await page.evaluate((position) => {
      const links = document.querySelectorAll<HTMLLinkElement>(
        'link[rel=stylesheet][href*="/Select-"]',
      )
      const moved = document.createElement('link')
      moved.rel = 'stylesheet'
      moved.href = links[0]?.href ?? ''
      for (const link of links) link.remove()
      document.head[position](moved)
    }, place)
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('link[href*="/Select-"]')?.sheet,
    )
    expect(await measure(), `${place} to the head`).toEqual(expected)
  }
  await office.close()
})

test('figures outside columns are proportional, and the large ones stay large on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await navigate(page, '/blog')
  const figures = [
    page.getByRole('group').getByRole('button').locator('.num').first(),
    page.getByRole('contentinfo').getByRole('definition').last(),
  ]
  for (const figure of figures) {
    await expect(figure).toBeVisible()
    expect(
      await figure.evaluate((element) => getComputedStyle(element).fontVariantNumeric),
    ).not.toContain('tabular')
  }
  await navigate(page, '/')
  await loadLazyParts(page)
  const large = page.getByText(/^1000/).first()
  await expect(large).toHaveCSS('font-size', '56px')
})

test('the dock appears when the header is out of view, but never in the panel or in the personal area', async ({
  browser,
}) => {
  const administrator = await signInAdministrator(browser)
  const page = await administrator.newPage()
  await navigate(page, '/')
  const dock = page.getByRole('navigation', { name: 'Быстрая навигация' })
  await expect(dock).toHaveCSS('opacity', '0')
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
  await expect(dock).toHaveCSS('opacity', '1')
  for (const [path, title] of [
    ['/dashboard', 'Личный кабинет'],
    ['/admin', 'Панель администратора'],
  ] as const) {
    await navigate(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(dock).toHaveCount(0)
  }
  await administrator.close()
})
