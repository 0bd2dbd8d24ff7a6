import type { Locator } from '@playwright/test'
import { expect, findBeyondTheEdge, open, pauseClock, phone, setTheme, test } from './site.ts'

test.describe('the company', () => {
  test('has all its texts in the HTML', async ({ request }) => {
    const html = await (await request.get('/about')).text()
    for (const id of ['mission', 'values', 'team', 'history']) expect(html).toContain(`id="${id}"`)
    for (const year of ['2014', '2017', '2020', '2024']) expect(html).toContain(year)
    for (const figure of ['1000+', '15', '98%']) expect(html).toContain(`>${figure}<`)
    const values = ['Надёжность', 'Профессионализм', 'Внимание к\u00a0клиенту', 'Широкий охват']
    for (const value of values) expect(html).toContain(value)
  })

  test('counts three years, shows the team, and draws its history as it is read', async ({
    page,
  }) => {
    await open(page, '/about')
    await expect(page.locator('#mission dl > div:visible').nth(2)).toContainText('3+')
    await page.locator('#team').scrollIntoViewIfNeeded()
    await expect(page.locator('#team').getByRole('heading', { level: 3 })).not.toHaveCount(0)
    await expect(
      page
        .locator('#team')
        .getByText(/^(Онлайн|Отошёл|Офлайн)$/)
        .first(),
    ).toBeVisible()
    const progress = page.getByRole('progressbar', { name: 'Пройденная часть истории' })
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(progress).toHaveAttribute('aria-valuenow', '100')
  })

  test('shows a part in 800 ms after 120 px of it are in view, and counts its figures for at most 5.5 s', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await open(page, '/about')
    // The figures are tested first, because they start to count when they come into view on the way to another part.
    const figures = page.locator('#mission dd:visible [aria-hidden=true]')
    await pauseClock(page, 1_500)
    await page.locator('#mission dl').scrollIntoViewIfNeeded()
    const readFirstAfter = async (milliseconds: number) => {
      await page.clock.runFor(milliseconds)
      return figures.first().textContent()
    }
    await expect.poll(() => readFirstAfter(50)).not.toBe('1000+')
    expect(await readFirstAfter(1_500)).not.toBe('1000+')
    await page.clock.runFor(5_500)
    await expect(figures).toHaveText(['1000+', '15', '3+', '98%'])
    await page.clock.resume()

    const part = page.locator('#values .ui-reveal')
    const scrollToShow = (height: number) =>
      part.evaluate((element, seen) => {
        const { top } = element.getBoundingClientRect()
        scrollBy({ top: top - innerHeight + seen, behavior: 'instant' })
        // Observers run in the order of their creation, so the observer of the page has run when this one does.
        return new Promise((resolve) =>
          new IntersectionObserver(() => resolve(null)).observe(element),
        )
      }, height)
    await expect(part).toHaveClass(/is-waiting/)
    await scrollToShow(110)
    await expect(part).toHaveClass(/is-waiting/)
    await scrollToShow(130)
    await expect(part).toHaveClass(/is-entering/)
    const entering = part.locator('> *').first()
    expect(await entering.evaluate((element) => getComputedStyle(element).animationDuration)).toBe(
      '0.8s',
    )
  })

  test('loads the team again at a press after a failure, and every five minutes', async ({
    page,
  }) => {
    await page.clock.install()
    await page.route('**/api/team', (route) => route.fulfill({ json: { success: false } }))
    await open(page, '/about#team')
    await expect(page.getByText('Ошибка при получении данных команды')).toBeVisible()
    await expect(page.getByText('Неизвестная ошибка')).toBeVisible()
    await page.unroute('**/api/team')
    await page.getByRole('button', { name: 'Попробовать снова' }).click()
    await expect(page.locator('#team').getByRole('heading', { level: 3 })).not.toHaveCount(0)
    const again = page.waitForRequest('**/api/team')
    await page.clock.fastForward(301_000)
    await again
  })

  test('links to the request and to the services', { tag: '@core' }, async ({ page }) => {
    await open(page, '/about')
    const onward = page.getByRole('main').getByRole('link', { name: 'Посмотреть услуги' })
    await expect(onward).toHaveAttribute('href', '/services')
    await page.getByRole('link', { name: 'Оставить заявку' }).click()
    await expect(page).toHaveURL(/\/#quick-request$/)
    await expect(page.getByRole('form', { name: 'Быстрая заявка' })).toBeInViewport()
  })
})

/** Red, green and blue of a text, however its colour is written. */
const readColour = (text: Locator) =>
  text.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = getComputedStyle(element).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })

test.describe('the company on a phone', () => {
  test.use(phone)
  test('counts ten years, fits the width, and shows a short message when the team cannot be loaded', async ({
    page,
  }) => {
    await page.route('**/api/team', (route) => route.abort())
    await open(page, '/about')
    await page.locator('#team').scrollIntoViewIfNeeded()
    await expect(page.locator('#team').getByText('Произошла ошибка')).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      const [red = 0, green = 0, blue = 0] = await readColour(
        page.locator('#team').getByText('Произошла ошибка'),
      )
      expect(red, `${theme}: ${red} ${green} ${blue}`).toBeGreaterThan(Math.max(green, blue))
    }
    await page.route('**/api/team', (route) =>
      route.fulfill({ json: { success: true, team: [], error: null } }),
    )
    await page.getByRole('button', { name: 'Попробовать снова' }).click()
    await expect(page.locator('#team').getByText('Команда не найдена')).toBeVisible()
    await page.locator('#mission').scrollIntoViewIfNeeded()
    await expect(page.locator('#mission dl > div:visible').nth(2)).toContainText('10+')
    expect(await findBeyondTheEdge(page)).toEqual([])
  })
})
