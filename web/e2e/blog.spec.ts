import type { Route } from '@playwright/test'
import { expect, findBeyondTheEdge, open, phone, test } from './site.ts'

test.describe('the blog', () => {
  test('has its texts in the HTML', async ({ request }) => {
    const html = await (await request.get('/blog')).text()
    expect(html).toContain('<h1')
    // Each has the placeholder count until the server has sent the real one.
    const counts = {
      Все: 12,
      Обзоры: 5,
      Советы: 3,
      Новости: 2,
      Гиды: 2,
      Обслуживание: 1,
      Путешествия: 1,
    }
    for (const [name, count] of Object.entries(counts))
      expect(html).toMatch(new RegExp(`>${name}<span[^>]*>${count}<`))
  })

  test('shows an error without a list, then six articles, and six more on request', {
    tag: '@core',
  }, async ({ page }) => {
    await page.route('**/api/blog/posts?*', (route) => route.abort())
    await open(page, '/blog')
    await expect(page.getByText('Не удалось загрузить статьи')).toBeVisible()
    await page.unroute('**/api/blog/posts?*')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByText('Рекомендуем')).toBeVisible()
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(6)
    const more = page.waitForRequest(/blog\/posts\?.*offset=6/)
    await page.getByRole('button', { name: 'Загрузить ещё' }).click()
    expect(new URL((await more).url()).searchParams.get('limit')).toBe('6')
    await expect(cards).toHaveCount(12)
    // The toolbar stays visible while the list scrolls.
    await cards.nth(6).scrollIntoViewIfNeeded()
    await expect(page.getByRole('searchbox', { name: 'Поиск статей' })).toBeInViewport()

    await page.getByLabel('Email для рассылки').fill('нет')
    await page.getByRole('button', { name: 'Подписаться' }).click()
    await expect(page.getByLabel('Email для рассылки')).toHaveAttribute('aria-invalid', 'true')
    const done = { success: true, message: 'Письмо с ссылкой отправлено' }
    await page.route('**/api/newsletter', (route) => route.fulfill({ status: 202, json: done }))
    await page.getByLabel('Email для рассылки').fill('anna@example.com')
    await page.getByRole('button', { name: 'Подписаться' }).click()
    await expect(page.getByText(done.message)).toBeVisible()
    await page.getByRole('button', { name: /^Растаможка/ }).click()
    await expect(page).toHaveURL(/\?tag=customs$/)
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

  test('opens an article at its own address; Back and Escape close it, and Forward opens it again', {
    tag: '@core',
  }, async ({ page }) => {
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

  test('shows a comment box only to readers who are signed in', async ({ page }) => {
    let answer: (route: Route) => Promise<void> = (route) => route.abort()
    await page.route('**/api/comments/*', (route) => answer(route))
    await open(page, '/blog/utilizacionnyj-sbor-160-sil')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^\d+\sмин$/).first()).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Темы статьи' })).toBeVisible()
    await expect(dialog.getByRole('heading', { name: 'Комментарии' })).toBeVisible()
    await expect(dialog.getByText('Не удалось загрузить комментарии')).toBeVisible()
    answer = (route) => route.fulfill({ json: { success: true, data: [] } })
    await dialog.getByRole('button', { name: 'Повторить' }).click()
    await expect(dialog.getByText('Пока нет комментариев. Будьте первым!')).toBeVisible()
    await expect(dialog.getByText('Войдите, чтобы оставить комментарий')).toBeVisible()
    await expect(dialog.getByLabel('Ваш комментарий')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Поделиться' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Закрыть' }).click()
    await expect(page).toHaveURL(/\/blog$/)
  })

  test('plays a video without a sound, in a loop, with our own buttons; shows 5 min for an unknown reading time', async ({
    page,
  }) => {
    const address = '/api/blog/posts/utilizacionnyj-sbor-160-sil'
    await page.route(`**${address}`, async (route) => {
      const post = await (await route.fetch()).json()
      const uncounted = { ...post, read_minutes: undefined, related: [] }
      await route.fulfill({ json: { ...uncounted, video_url: 'https://youtu.be/dQw4w9WgXcQ' } })
    })
    await page.route('**/embed/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>video</title>' }),
    )
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const playerRequest = page.waitForRequest('**/embed/dQw4w9WgXcQ?*')
    // The page of an article contains the article; one that is opened over the list is requested.
    await open(page, '/blog')
    await page.evaluate(() => {
      history.pushState(null, '', '/blog/utilizacionnyj-sbor-160-sil')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    const query = Object.fromEntries(new URL((await playerRequest).url()).searchParams)
    expect(query).toMatchObject({ autoplay: '1', mute: '1', loop: '1', controls: '0' })
    await expect(page.getByRole('dialog').getByText(/^\d+\sмин$/)).toHaveText('5 мин')
    await page.getByRole('button', { name: 'Включить звук' }).click()
    await expect(page.getByRole('button', { name: 'Выключить звук' })).toBeVisible()
    await page.getByRole('button', { name: 'Пауза' }).click()
    await expect(page.getByRole('button', { name: 'Воспроизвести' })).toBeVisible()
  })

  test('answers 404 for an article that does not exist', async ({ request }) => {
    const answer = await request.get('/blog/there-is-no-such', { headers: { Accept: 'text/html' } })
    expect(answer.status()).toBe(404)
  })
})

test.describe('the blog on a phone', () => {
  test.use(phone)
  test('fits the width and shows the search field', async ({ page }) => {
    await open(page, '/blog')
    await expect(page.getByRole('searchbox', { name: 'Поиск статей' })).toBeVisible()
    expect(await findBeyondTheEdge(page)).toEqual([])
  })
})
