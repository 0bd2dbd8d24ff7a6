// Accounts for the sign-in journeys. They register through the gateway with the code of their
// email.

import { createHmac, randomBytes } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { waitForCode } from './mail.ts'
import { expect } from './site.ts'

export const password = 'meridian po doroge 38'
export const createEmail = () => `buyer-${randomBytes(6).toString('hex')}@example.com`

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Registers an account and verifies its email. The account is not signed in. Returns the email. */
export async function registerCustomer(request: APIRequestContext): Promise<string> {
  const email = createEmail()
  await post(request, '/api/auth/register', {
    email,
    password,
    first_name: 'Анна',
    last_name: 'Орлова',
    is_adult: true,
    accept_terms: true,
    accept_privacy: true,
  })
  await post(request, '/api/auth/verify-email', { email, code: await waitForCode(email) })
  return email
}

/** Registers an account and signs it in in this browser context. */
export async function signInCustomer(context: BrowserContext) {
  const email = await registerCustomer(context.request)
  const { user } = await post(context.request, '/api/auth/login', { email, password })
  return { email, id: user.id as string }
}

/** Fills in and submits the sign-in form. */
export async function sendLogin(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Вход' })
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Пароль', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click()
}

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code of an authenticator app for a secret (RFC 6238), `ahead` steps of half a minute later.
 */
export function computeTotpCode(secret: string, ahead = 0): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / stepSeconds) + ahead))
  const digest = createHmac('sha1', key).update(moment).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
