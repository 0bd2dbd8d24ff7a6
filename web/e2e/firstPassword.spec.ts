// The first password of an administrator: the admin panel asks for another one, and closes after
// the deadline.

import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { password } from './customers.ts'
import { expect, open, test } from './site.ts'
import { isLocal, runModule } from './stack.ts'

test.skip(!isLocal, 'the account is made on the machine of the stack')

const firstPassword = 'Pervyj-Parol-Ustanovki-7'

async function signIn(page: Page, { isOverdue = false } = {}) {
  const email = `boss-${randomBytes(4).toString('hex')}@example.com`
  runModule(
    'tests.standins.first_administrator',
    email,
    firstPassword,
    ...(isOverdue ? ['--overdue'] : []),
  )
  await open(page, '/login?next=/admin')
  const dialog = page.getByRole('dialog', { name: 'Вход' })
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Пароль', { exact: true }).fill(firstPassword)
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL(/\/admin$/)
}

async function changePassword(page: Page) {
  const part = page.getByRole('region', { name: 'Пароль' })
  await part.getByLabel('Текущий пароль').fill(firstPassword)
  await part.getByLabel('Новый пароль').fill(password)
  await part.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(part.getByText(/^Пароль изменён/)).toBeVisible()
}

test('the panel asks for another password, and no more once it is changed', async ({ page }) => {
  await signIn(page)
  const note = page.getByText('Вы вошли с паролем, который был задан при установке')
  await expect(note).toContainText('Смените его до')
  await page.getByRole('link', { name: 'Сменить пароль' }).click()
  await changePassword(page)
  await expect(note).toHaveCount(0)
  await open(page, '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('after the deadline the panel is closed until the password is changed', async ({ page }) => {
  await signIn(page, { isOverdue: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Смените первый пароль')
  await expect(page.getByRole('main')).toContainText('Панель администратора откроется сразу после')
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await changePassword(page)
  await open(page, '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Смените первый пароль')
  await expect(page.getByRole('table').or(page.getByRole('list')).first()).toBeVisible()
})
