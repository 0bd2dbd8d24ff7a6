// Validators of form fields. Each rule exists once; the form provides its texts.

import { hasExtension, normalizePhone } from '../../lib/phone.ts'
import type { Problems } from './useForm.ts'

/** Returns the error of a field's value, or null. */
export type Check<Value, Values> = (value: Value, values: Values) => string | null

type Checks<Values> = { [Name in keyof Values]?: Check<Values[Name], Values> }

/** Length as users count it: an emoji is one character. */
const countCharacters = (text: string) => [...text].length

export const required =
  (missing: string) =>
  (value: string): string | null =>
    value.trim() ? null : missing

export const checked =
  (missing: string) =>
  (value: boolean): string | null =>
    value ? null : missing

/** Checks an email address. Without the text for a missing address, the field may be empty. */
export const email =
  (texts: { missing?: string; wrong: string }) =>
  (value: string): string | null => {
    if (!value.trim()) return texts.missing ?? null
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : texts.wrong
  }

const extensionText = 'Укажите номер без добавочного, добавочный можно написать в сообщении'

/** Checks a phone number. Without the text for a missing phone, the field may be empty. */
export const phone =
  (texts: { missing?: string; wrong: string }) =>
  (value: string): string | null => {
    if (!value.trim()) return texts.missing ?? null
    if (normalizePhone(value)) return null
    return hasExtension(value) ? extensionText : texts.wrong
  }

/** A required text of at most `max` characters. */
export const textUpTo =
  (max: number, texts: { missing: string; long: string }) =>
  (value: string): string | null => {
    const length = countCharacters(value.trim())
    if (length === 0) return texts.missing
    return length > max ? texts.long : null
  }

/** A new password. The server also checks it against leaked passwords. */
export const newPassword =
  (texts: { missing: string; short: string }) =>
  (value: string): string | null => {
    if (value.length >= 8) return null
    return value ? texts.short : texts.missing
  }

/** Validator of a whole form: the errors of its fields, in the order of the checks. */
export function checkFields<Values extends object>(checks: Checks<Values>) {
  return (values: Values): Problems<Values> => {
    const problems: Problems<Values> = {}
    for (const name of Object.keys(checks) as (keyof Values)[]) {
      const problem = checks[name]?.(values[name], values)
      if (problem) problems[name] = problem
    }
    return problems
  }
}
