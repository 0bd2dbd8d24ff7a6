// The contact form's values, their validation, and the request built from them.

import type { ContactCreate } from '../../api/wire/content.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { checked, checkFields, email, phone, required, textUpTo } from '../../shared/form/checks.ts'
import { contactForm } from '../../shared/texts/contactForm.ts'

export const messageLength = 5000
export const emptyMessage = {
  name: '',
  phone: '',
  email: '',
  subject: '',
  message: '',
  consent: false,
  /** A honeypot: users do not see this field, so only a bot fills it. */
  website: '',
}
export type MessageValues = typeof emptyMessage

const { problems: texts } = contactForm

export const checkMessage = checkFields<MessageValues>({
  name: required(texts.name),
  phone: phone({ missing: texts.phone, wrong: texts.phoneShort }),
  email: email({ missing: texts.email, wrong: texts.emailWrong }),
  message: textUpTo(messageLength, { missing: texts.message, long: texts.messageLong }),
  consent: checked(texts.consent),
})

type Sender = { first_name: string; email: string; phone?: string | null }

/**
 * Returns values for the empty fields: the known sender's data, and the order that the message is about. `document`
 * is a document of that order.
 */
export function fillIn(
  typed: MessageValues,
  sender: Sender | null,
  order: string | null,
  document: string | null = null,
): Partial<MessageValues> {
  const known = {
    name: sender?.first_name,
    email: sender?.email,
    phone: sender?.phone ?? undefined,
    subject: order ? 'order' : undefined,
    message: order
      ? contactForm.aboutOrder(order) + (document ? contactForm.aboutDocument(document) : '')
      : undefined,
  }
  const toFill = Object.entries(known).filter(
    ([name, value]) => value && !typed[name as keyof MessageValues],
  )
  return Object.fromEntries(toFill)
}

export function toContactCreate(typed: MessageValues, filledInMs: number): ContactCreate {
  return {
    name: typed.name.trim(),
    phone: normalizePhone(typed.phone) ?? typed.phone.trim(),
    email: typed.email.trim(),
    subject: typed.subject || undefined,
    message: typed.message.trim(),
    consent: true,
    website: typed.website || undefined,
    filled_in_ms: filledInMs,
  }
}
