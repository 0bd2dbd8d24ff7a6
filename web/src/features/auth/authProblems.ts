// What may be wrong in the forms of signing in and up, said so that it can be mended.

import { auth, code, missing, secondFactor } from '../../app/texts/auth.ts'
import { phoneNumber } from '../../lib/phone'

export type Typed = Record<string, string | boolean>
export type Problems = Record<string, string>
type Check = (value: string | boolean, all: Typed) => string | null

const text = (value: string | boolean | undefined) => String(value ?? '').trim()
const needed =
  (said: string): Check =>
  (value) =>
    text(value) ? null : said
const ticked =
  (said: string): Check =>
  (value) =>
    value === true ? null : said

const email: Check = (value) => {
  if (!text(value)) return missing.email
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text(value)) ? null : missing.emailShape
}
const newPassword: Check = (value) =>
  String(value).length >= 8 ? null : value ? missing.shortPassword : missing.password

export const loginChecks = { email, password: needed(missing.password) }

export const registrationChecks = {
  email,
  first_name: needed(missing.firstName),
  last_name: needed(missing.lastName),
  phone: (value: string | boolean) =>
    !text(value) || phoneNumber(text(value)) ? null : missing.phone,
  password: newPassword,
  confirmPassword: (value: string | boolean, all: Typed) =>
    value === all.password ? null : auth.mismatch,
  is_adult: ticked(missing.adult),
  accept_terms: ticked(missing.terms),
  accept_privacy: ticked(missing.privacy),
}

export const passwordChecks = { password: needed(missing.password) }
export const codeChecks = { code: needed(code.missing) }
export const secondChecks = { code: needed(secondFactor.missing) }
export const resetChecks = { code: needed(code.missing), new_password: newPassword }
export const changeChecks = {
  current_password: needed(missing.password),
  new_password: newPassword,
}
export const emailChecks = { email }

export function problemsOf(checks: Record<string, Check>, typed: Typed): Problems {
  const found: Problems = {}
  for (const [name, check] of Object.entries(checks)) {
    const problem = check(typed[name] ?? '', typed)
    if (problem) found[name] = problem
  }
  return found
}
