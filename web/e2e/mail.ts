// The emails of the stack: files in a Maildir, or Mailpit if MAIL_URL is set.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'

const folder = join(
  process.env.MAIL_DIR ?? fileURLToPath(new URL('../../var/mail', import.meta.url)),
  'new',
)

function toPlainText(email: string): string {
  const body = email.replace(/\r\n/g, '\n')
  const parts = body.split(/\n--[^\n]+\n/)
  const plainPart = parts.find((part) => /content-type: text\/plain/i.test(part)) ?? body
  const [head = '', ...rest] = plainPart.split('\n\n')
  const text = rest.join('\n\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text
}

function readMaildir(address: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((email) =>
      new RegExp(`^(?:To|X-RcptTo): .*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(email),
    )
    .map(toPlainText)
}

type MessageHeader = { ID: string; To: { Address: string }[] }

/** Containers store emails in Mailpit: https://mailpit.axllent.org/docs/api-v1/ */
async function readMailpit(mailpit: string, address: string): Promise<string[]> {
  const ask = async (path: string) => (await fetch(`${mailpit}/api/v1/${path}`)).json()
  const { messages } = (await ask('messages?limit=500')) as { messages: MessageHeader[] }
  const listed = messages.filter((header) =>
    header.To.some((to) => to.Address.toLowerCase() === address.toLowerCase()),
  )
  const whole = await Promise.all(listed.reverse().map((header) => ask(`message/${header.ID}`)))
  return whole.map((message: { Text: string }) => message.Text)
}

/** The texts of all emails to an address, oldest first. */
async function findEmailsTo(address: string): Promise<string[]> {
  const mailpit = process.env.MAIL_URL
  return mailpit ? readMailpit(mailpit, address) : readMaildir(address)
}

/**
 * Waits for more than `after` emails to an address, of which the newest has a code. Returns the code.
 */
export async function waitForCode(address: string, { after = 0 } = {}): Promise<string> {
  let code = ''
  await expect
    .poll(
      async () => {
        const emails = await findEmailsTo(address)
        if (emails.length <= after) return ''
        code = (emails.at(-1) ?? '').match(/^\s*(\d{6})\s*$/m)?.[1] ?? ''
        return code
      },
      { message: `an email with a code to ${address}` },
    )
    .toMatch(/^\d{6}$/)
  return code
}

/**
 * Waits for more than `after` links with this path in the emails to an address. Returns the newest.
 */
export async function waitForLink(address: string, path: string, { after = 0 } = {}) {
  let links: string[] = []
  await expect
    .poll(
      async () => {
        const words = (await findEmailsTo(address)).join('\n').split(/\s+/)
        links = words.filter((word) => word.startsWith('http') && word.includes(path))
        return links.length
      },
      { message: `an email with ${path} to ${address}` },
    )
    .toBeGreaterThan(after)
  return links.at(-1) ?? ''
}
