import type { Page } from '@playwright/test'
import { expect, open, test } from './site.ts'
import { isLocal, runWithout } from './stack.ts'

const locateRow = (page: Page, id: string) => page.locator(`[data-service="${id}"]`)

async function readState(page: Page, id: string): Promise<string | undefined> {
  const answer = await page.request.get('/api/status/services')
  if (!answer.ok()) return undefined
  const rows: { id: string; status: string }[] = (await answer.json()).data
  return rows.find((row) => row.id === id)?.status
}

/**
 * Waits until the service reports a state, which may take some rounds of probes. Expects it on the
 * reloaded page.
 */
async function waitForState(page: Page, id: string, state: string) {
  await expect.poll(() => readState(page, id), { timeout: 300_000 }).toBe(state)
  await page.reload()
  await expect(locateRow(page, id)).toHaveAttribute('data-status', state)
}

const names = [
  'Сайт',
  'API-сервер',
  'База данных',
  'Авторизация',
  'Файловое хранилище',
  'Почтовая служба',
]

test.describe('the status of the services', () => {
  test('shows six rows with their ninety days, incidents and maintenance', async ({ page }) => {
    await open(page, '/status')
    await expect(page.getByRole('heading', { level: 1, name: 'Статус сервисов' })).toBeVisible()
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
    for (const name of names)
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: /девяносто дней/ })).toHaveCount(6)
    await expect(page.getByRole('heading', { name: 'Инциденты' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Плановые работы' })).toBeVisible()
  })

  test('shows the typical values under a banner when no data can be fetched, and asks again', async ({
    page,
  }) => {
    await page.route('**/api/status/**', (route) => route.abort())
    await open(page, '/status')
    await expect(
      page.getByText('Не удалось получить данные. Показаны типовые значения.'),
    ).toBeVisible()
    const typicalUptimes = ['99,90', '99,80', '100', '99,90', '99,70', '99,50']
    for (const [place, name] of names.entries()) {
      const shown = page.locator('[data-service]').filter({ has: page.getByText(name) })
      await expect(shown).toContainText(typicalUptimes[place] ?? '')
      await expect(shown).toHaveAttribute('data-status', 'operational')
    }
    await page.unroute('**/api/status/**')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
  })

  test('offers the badge of a component, and the code to embed it', async ({ page }) => {
    await open(page, '/status')
    await page.getByLabel('Что показывает значок').selectOption({ label: 'База данных' })
    const badge = page.getByRole('img', { name: 'Значок: База данных' })
    await badge.scrollIntoViewIfNeeded()
    await expect
      .poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100)
    await expect(page.getByLabel(/^Код для.Markdown$/)).toHaveValue(
      /badge\/database\.svg\)\]\(\S+\/status\)$/,
    )
  })

  test('shows the response times of a day, a week and ninety days', async ({ page }) => {
    await open(page, '/status')
    const times = page.getByRole('region', { name: 'Время ответа' })
    await times.scrollIntoViewIfNeeded()
    await expect(times.getByText(/по.пять.минут|через.четверть.часа/)).toBeVisible()
    for (const [period, name, text] of [
      ['7d', /^7.дней/, /по.часам/],
      ['90d', /^90.дней/, /по.дням/],
    ] as const) {
      const answer = page.waitForResponse((response) => response.url().includes(`period=${period}`))
      await times.getByRole('radio', { name }).click()
      expect((await answer).ok()).toBe(true)
      await expect(times.getByText(text)).toBeVisible()
    }
  })

  test('fetches the status again every minute', async ({ page }) => {
    await page.clock.install()
    await open(page, '/status')
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
    const again = page.waitForRequest('**/api/status/services')
    await page.clock.runFor(61_000)
    await again
  })

  test('shows a stopped service, and its return', async ({ page }) => {
    test.skip(!isLocal, 'the parts of this stack cannot be stopped from here')
    test.setTimeout(1_200_000)
    await open(page, '/status')
    await waitForState(page, 'api', 'operational')
    await runWithout('calculator', async () => {
      await waitForState(page, 'api', 'degraded')
      await expect(locateRow(page, 'api')).toContainText('Не отвечает: калькулятор')
      await expect(locateRow(page, 'website')).toHaveAttribute('data-status', 'operational')
      await expect(page.locator('.status-incident[data-open="true"]').first()).toContainText(
        '«API-сервер» работает с перебоями',
      )
    })
    // While its own service is down, the page shows the last response and its age.
    await runWithout('status', async () => {
      await page.reload()
      const banner = page.getByText(/^Сама служба статуса/)
      await expect(banner).toContainText(/МСК,.\d+.мин/)
      await expect(page.getByRole('img', { name: /девяносто дней/ })).toHaveCount(6)
    })
    await waitForState(page, 'api', 'operational')
    await expect(page.locator('.status-incident[data-open="true"]')).toHaveCount(0)
  })
})
