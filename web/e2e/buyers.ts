// Buyers with orders. Each journey registers its own, so that it can run again on the same stack.

import { randomBytes } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { waitForCode } from './mail.ts'
import { expect } from './site.ts'

const password = 'Shatun-Koromyslo-48'

/** A browser context in which a new buyer is signed in, and the account. */
export async function signInBuyer(browser: Browser, first_name = 'Анна') {
  const context = await browser.newContext()
  const email = `buyer-${randomBytes(6).toString('hex')}@example.com`
  const post = async (path: string, data: object) => {
    const answer = await context.request.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await post('/api/auth/register', {
    email,
    password,
    first_name,
    last_name: 'Орлова',
    is_adult: true,
    accept_terms: true,
    accept_privacy: true,
  })
  await post('/api/auth/verify-email', { email, code: await waitForCode(email) })
  const { user } = await post('/api/auth/login', { email, password })
  return { context, id: user.id as string, email, name: `${first_name} Орлова` }
}

export type Buyer = Awaited<ReturnType<typeof signInBuyer>>

/** The date in Moscow after a number of days, in the format of date fields. */
export function computeDay(days: number): string {
  return new Date(Date.now() + (days * 24 + 3) * 3600 * 1000).toISOString().slice(0, 10)
}

/**
 * Public holidays of Russia with the days that are usually moved to them: the first and the last day of
 * each, as month and day. No bookings are possible then.
 */
const holidays = [
  ['01-01', '01-11'],
  ['02-22', '02-24'],
  ['03-07', '03-09'],
  ['05-01', '05-11'],
  ['06-11', '06-13'],
  ['11-03', '11-05'],
  ['12-29', '12-31'],
] as const

/** Whether a day in the format of date fields may be a public holiday. */
function isHoliday(day: string): boolean {
  const monthAndDay = day.slice('2026-'.length)
  return holidays.some(([first, last]) => first <= monthAndDay && monthAndDay <= last)
}

/** The next day that is certainly a working day, at least `days` ahead. */
export function findWorkingDay(days: number): string {
  for (let away = days; ; away += 1) {
    const day = computeDay(away)
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (weekday >= 1 && weekday <= 5 && !isHoliday(day)) return day
  }
}
