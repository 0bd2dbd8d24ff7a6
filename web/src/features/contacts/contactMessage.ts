// The values of the form, their checks, and the draft that survives a reload.

import { contactForm } from '../../app/texts/contactForm.ts'
import type { ContactCreate } from '../../app/wire/content.ts'
import { phoneNumber } from '../../lib/phone'

export type MessageValues = {
  name: string
  phone: string
  email: string
  subject: string
  message: string
  consent: boolean
  /** A honeypot: users do not see this field, so only a bot fills it. */
  website: string
}
export type ContactField = keyof MessageValues
export type ContactProblems = Partial<Record<ContactField, string>>

export const messageLength = 5000
export const blank: MessageValues = {
  name: '',
  phone: '',
  email: '',
  subject: '',
  message: '',
  consent: false,
  website: '',
}

const { problems: texts } = contactForm
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const checks: Partial<Record<ContactField, (typed: MessageValues) => string | null>> = {
  name: ({ name }) => (name.trim() ? null : texts.name),
  phone: ({ phone }) => {
    if (!phone.trim()) return texts.phone
    return phoneNumber(phone) ? null : texts.phoneShort
  },
  email: ({ email }) => {
    if (!email.trim()) return texts.email
    return looksLikeEmail.test(email.trim()) ? null : texts.emailWrong
  },
  message: ({ message }) => {
    const length = message.trim().length
    if (length === 0) return texts.message
    return length > messageLength ? texts.messageLong : null
  },
  consent: ({ consent }) => (consent ? null : texts.consent),
}

export function findProblem(field: ContactField, typed: MessageValues): string | null {
  return checks[field]?.(typed) ?? null
}

export function findProblems(typed: MessageValues): ContactProblems {
  const found: ContactProblems = {}
  for (const field of Object.keys(checks) as ContactField[]) {
    const problem = findProblem(field, typed)
    if (problem) found[field] = problem
  }
  return found
}

export function toMessage(typed: MessageValues, filledInMs: number): ContactCreate {
  return {
    name: typed.name.trim(),
    phone: phoneNumber(typed.phone) ?? typed.phone.trim(),
    email: typed.email.trim(),
    subject: typed.subject || undefined,
    message: typed.message.trim(),
    consent: true,
    website: typed.website || undefined,
    filled_in_ms: filledInMs,
  }
}

const draftKey = 'contact_draft'

/** Consent is never restored from a draft: it is given for one message. */
export function readDraft(): MessageValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return blank
    const words = Object.entries(kept).filter(
      ([field, value]) => field in blank && typeof value === 'string',
    )
    return { ...blank, ...Object.fromEntries(words), consent: false, website: '' }
  } catch {
    return blank
  }
}

export function saveDraft({ consent: _consent, website: _website, ...typed }: MessageValues) {
  try {
    if (Object.values(typed).some(Boolean)) sessionStorage.setItem(draftKey, JSON.stringify(typed))
    else sessionStorage.removeItem(draftKey)
  } catch {
    // A draft that cannot be stored is not an error.
  }
}
