// Fakes of VK, Google and Telegram, which `make test` starts beside its stack.

import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, open, test } from './site.ts'

const addresses = {
  vk: process.env.VK_STAND_IN ?? '',
  google: process.env.GOOGLE_STAND_IN ?? '',
  telegram: process.env.TELEGRAM_STAND_IN ?? '',
}

/** A manually started stack may use the real providers, or none. */
export function skipWithoutStandIns() {
  test.skip(!addresses.vk, 'the stack runs without the stand-ins of the providers')
}

async function put(url: string, body: object) {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

/** A user known to a provider, with a unique number and name. */
export async function createPerson(provider: 'vk' | 'telegram', about: { email?: string } = {}) {
  const id = String(randomInt(10_000_000, 2_000_000_000))
  const first_name = `Ирина${id}`
  await put(`${addresses[provider]}/_people/${id}`, { first_name, last_name: 'Волкова', ...about })
  return { id, first_name }
}

export async function createGooglePerson(email: string) {
  const sub = `google-${randomInt(10_000_000, 2_000_000_000)}`
  const claims = { email, email_verified: true, given_name: 'Глеб', family_name: 'Серов' }
  await put(`${addresses.google}/users/${sub}`, claims)
  return sub
}

export const setVkBehavior = (behavior: { down?: boolean; refuse?: boolean }) =>
  put(`${addresses.vk}/_behavior`, behavior)

/** Presses a provider's button in the sign-in dialog. Returns the popup. */
export async function pressProviderButton(page: Page, name: string): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name, exact: true }).click()
  return popup
}

/** Opens the sign-in dialog. */
export async function openSignIn(page: Page) {
  await open(page, '/login')
  await expect(page.getByRole('button', { name: 'Войти через VK' })).toBeVisible()
}

/** Gives consent on the page of VK or Telegram. */
export async function acceptConsent(popup: Page, first_name: string) {
  await popup.getByRole('button', { name: `Продолжить как ${first_name}`, exact: true }).click()
}

/** Gives consent on the page of Google. */
export async function acceptGoogleConsent(popup: Page, sub: string) {
  await popup.locator('input[name=sub]').fill(sub)
  await popup.getByRole('button', { name: 'Authorize', exact: true }).click()
}
