// The checks of the quick request and their messages.

import { quickRequest as texts } from '../../app/texts/homeSections.ts'
import { phoneNumber } from '../../lib/phone'

export type RequestField = 'name' | 'phone' | 'message' | 'consent'
export type RequestProblems = Partial<Record<RequestField, string>>

const checks: Partial<Record<RequestField, (form: FormData) => string | null>> = {
  name: (form) => (String(form.get('name')).trim() ? null : texts.nameMissing),
  phone: (form) => {
    const typed = String(form.get('phone')).trim()
    if (!typed) return texts.phoneMissing
    return phoneNumber(typed) ? null : texts.phoneShort
  },
  consent: (form) => (form.get('consent') ? null : texts.consentMissing),
}

export function findProblem(field: RequestField, form: FormData): string | null {
  return checks[field]?.(form) ?? null
}

export function findProblems(form: FormData): RequestProblems {
  const found: RequestProblems = {}
  for (const field of Object.keys(checks) as RequestField[]) {
    const problem = findProblem(field, form)
    if (problem) found[field] = problem
  }
  return found
}
