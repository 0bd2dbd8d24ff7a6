import { expect, open, phone, test } from './site.ts'

test.describe('the blog', () => {
  test('has its words in the HTML', async ({ request }) => {
    const html = await (await request.get('/blog')).text()
    expect(html).toContain('<h1')
    for (const name of ['Обзоры', 'Советы', 'Новости', 'Гиды', 'Обслуживание', 'Путешествия'])
      expect(html).toContain(name)
  })

  test('shows six, and six more when asked', async ({ page }) => {
    await open(page, '/blog')
    await expect(page.getByText('Рекомендуем')).toBeVisible()
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(6)
    await page.getByRole('button', { name: 'Загрузить ещё' }).click()
    await expect(cards).toHaveCount(12)
  })

  test('keeps its filters in the address, even one pressed before its code is there', async ({
    page,
  }) => {
    let arrive = () => {}
    const code = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/assets/BlogBody-*.js', async (route) => {
      await code
      await route.continue()
    })
    await open(page, '/blog')
    await page.getByRole('button', { name: 'Советы' }).click()
    arrive()
    await expect(page).toHaveURL(/\?category=tips$/)
    await expect(page.getByRole('button', { name: 'Советы' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByRole('searchbox', { name: 'Поиск статей' }).fill('краска')
    await expect(page).toHaveURL(/search=/)
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Поиск статей' })).toHaveValue('краска')
    await page.getByRole('searchbox', { name: 'Поиск статей' }).fill('такогословаздесьнет')
    await expect(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible()
  })

  test('opens an article at its own address; back, reload and the button close and keep it', async ({
    page,
  }) => {
    await open(page, '/blog?category=news')
    const link = page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link')
    const title = (await link.textContent()) ?? ''
    await link.click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(/\/blog\/[\w-]+\?category=news$/)
    await expect(page).toHaveTitle(new RegExp(title.replace(/[\s.*+?^${}()|[\]\\]/g, '.')))
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await page.goForward()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/blog\?category=news$/)
  })

  test('shows a comment box to readers who signed in only', async ({ page }) => {
    await open(page, '/blog/utilizacionnyj-sbor-160-sil')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Комментарии' })).toBeVisible()
    await expect(dialog.getByText('Войдите, чтобы оставить комментарий')).toBeVisible()
    await expect(dialog.getByLabel('Ваш комментарий')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Поделиться' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Закрыть' }).click()
    await expect(page).toHaveURL(/\/blog$/)
  })

  test('says 404 for an article that is not there', async ({ request }) => {
    const answer = await request.get('/blog/there-is-no-such', { headers: { Accept: 'text/html' } })
    expect(answer.status()).toBe(404)
  })
})

test.describe('the blog on a phone', () => {
  test.use(phone)
  test('fits the width and searches', async ({ page }) => {
    await open(page, '/blog')
    await expect(page.getByRole('searchbox', { name: 'Поиск статей' })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
})
