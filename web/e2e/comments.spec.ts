// Each comment notifies the administrators, so this journey must not run in parallel with the admin
// journeys.

import { signInBuyer } from './buyers.ts'
import { expect, open, test } from './site.ts'

test('a comment of a user waits for moderation, and is deleted after a confirmation', async ({
  browser,
}) => {
  const { context } = await signInBuyer(browser)
  const page = await context.newPage()
  await open(page, '/blog/utilizacionnyj-sbor-160-sil')
  const field = page.getByLabel('Ваш комментарий')
  await field.fill(' ')
  await page.getByRole('button', { name: 'Отправить комментарий' }).click()
  await expect(page.getByText('Напишите комментарий')).toBeVisible()
  await field.fill('я'.repeat(1001))
  await expect(page.getByText('1001/1000')).toBeVisible()
  await page.getByRole('button', { name: 'Отправить комментарий' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const words = `Спасибо за разбор ${Date.now()}`
  await field.fill(words)
  await page.route('**/api/comments', (route) => route.abort())
  await page.getByRole('button', { name: 'Отправить комментарий' }).click()
  await expect(page.getByText('Не удалось добавить комментарий')).toBeVisible()
  await page.unroute('**/api/comments')
  await page.getByRole('button', { name: 'Отправить комментарий' }).click()
  const comment = page.getByRole('dialog').getByRole('listitem').filter({ hasText: words })
  await expect(comment.getByText('На модерации')).toBeVisible()

  await comment.getByRole('button', { name: 'Удалить комментарий' }).click()
  const question = page.getByRole('alertdialog', { name: 'Удалить комментарий?' })
  await page.route('**/api/comments/*', (route) => route.fulfill({ status: 500 }))
  await question.getByRole('button', { name: 'Удалить' }).click()
  await expect(question.getByText('Ошибка при удалении комментария')).toBeVisible()
  await page.unroute('**/api/comments/*')
  await question.getByRole('button', { name: 'Удалить' }).click()
  await expect(comment).toHaveCount(0)
  await context.close()
})
