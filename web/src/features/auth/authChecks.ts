// The checks of the sign-in and registration forms.

import { auth, code, missing, secondFactor } from '../../app/texts/auth.ts'
import { phoneNumber } from '../../lib/phone'

export type FormValues = Record<string, string | boolean>
export type Problems = Record<string, string>
type Check = (value: string | boolean, all: FormValues) => string | null

const text = (value: string | boolean | undefined) => String(value ?? '').trim()
const required =
  (message: string): Check =>
  (value) =>
    text(value) ? null : message
const mustBeChecked =
  (message: string): Check =>
  (value) =>
    value === true ? null : message

const email: Check = (value) => {
  if (!text(value)) return missing.email
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text(value)) ? null : missing.emailShape
}
const newPassword: Check = (value) =>
  String(value).length >= 8 ? null : value ? missing.shortPassword : missing.password

export const loginChecks = { email, password: required(missing.password) }

export const registrationChecks = {
  email,
  first_name: required(missing.firstName),
  last_name: required(missing.lastName),
  phone: (value: string | boolean) =>
    !text(value) || phoneNumber(text(value)) ? null : missing.phone,
  password: newPassword,
  confirmPassword: (value: string | boolean, all: FormValues) =>
    value === all.password ? null : auth.mismatch,
  is_adult: mustBeChecked(missing.adult),
  accept_terms: mustBeChecked(missing.terms),
  accept_privacy: mustBeChecked(missing.privacy),
}

export const passwordChecks = { password: required(missing.password) }
export const codeChecks = { code: required(code.missing) }
export const secondChecks = { code: required(secondFactor.missing) }
export const resetChecks = { code: required(code.missing), new_password: newPassword }
export const changeChecks = {
  current_password: required(missing.password),
  new_password: newPassword,
}
export const emailChecks = { email }

export function findProblems(checks: Record<string, Check>, typed: FormValues): Problems {
  const found: Problems = {}
  for (const [name, check] of Object.entries(checks)) {
    const problem = check(typed[name] ?? '', typed)
    if (problem) found[name] = problem
  }
  return found
}
