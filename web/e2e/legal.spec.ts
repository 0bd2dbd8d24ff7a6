import { expect, navigate, open, test } from './site.ts'

/** Today's date in Moscow as text, and the date in a minute: midnight may pass while the test runs. */
const days = [0, 60_000].map((ahead) =>
  new Date(Date.now() + ahead)
    .toLocaleDateString('ru-RU', { dateStyle: 'long', timeZone: 'Europe/Moscow' })
    .replace(/\sг\.$/, '')
    .replace(/\s/g, '\\s'),
)

test('the sitemap page links to every page, and to the top of the legal pages', {
  tag: '@core',
}, async ({ page }) => {
  await open(page, '/sitemap')
  const quick = page.getByRole('navigation', { name: 'Быстрые ссылки' })
  for (const [name, to] of [
    ['Рассчитать стоимость', '/services#calculator'],
    ['Получить консультацию', '/#quick-request'],
    ['Узнать о компании', '/about'],
  ] as const)
    await expect(quick.getByRole('link', { name })).toHaveAttribute('href', to)
  const map = page.getByRole('navigation', { name: 'Карта сайта' })
  for (const part of ['home', 'about', 'services', 'blog', 'contacts', 'dashboard', 'legal'])
    await expect(map.locator(`#${part}`)).toBeVisible()
  for (const category of ['reviews', 'tips', 'news', 'guides', 'maintenance', 'travel'])
    await expect(map.locator(`a[href="/blog?category=${category}"]`)).toHaveCount(1)

  const link = map.getByRole('link', { name: 'Политика конфиденциальности' })
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await link.click()
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Политика конфиденциальности')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(main.getByText(/1\sсентября\s2025/).first()).toBeVisible()
  for (const number of ['1', '2', '3', '4', '5', '6', '7'])
    await expect(
      main.getByRole('heading', { level: 2 }).filter({ hasText: new RegExp(`^${number}`) }),
    ).toHaveCount(1)
  await expect(main.getByRole('heading', { level: 2, name: 'Контакты' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2, name: /Обновления/ })).toBeVisible()

  await navigate(page, '/terms')
  await expect(main.getByText(/^Действует/)).toHaveText(new RegExp(days.join('|')))
})
