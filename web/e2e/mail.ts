// The mail sink of the stack: files in a Maildir, or Mailpit where MAIL_URL names one.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'

const folder = join(
  process.env.MAIL_DIR ?? fileURLToPath(new URL('../../var/mail', import.meta.url)),
  'new',
)

function textOf(letter: string): string {
  const body = letter.replace(/\r\n/g, '\n')
  const part =
    body.split(/\n--[^\n]+\n/).find((one) => /content-type: text\/plain/i.test(one)) ?? body
  const [head = '', ...rest] = part.split('\n\n')
  const text = rest.join('\n\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text
}

function inMaildir(address: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((letter) =>
      new RegExp(`^(?:To|X-RcptTo): .*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(letter),
    )
    .map(textOf)
}

type Listed = { ID: string; To: { Address: string }[] }

/** Containers keep mail in Mailpit: https://mailpit.axllent.org/docs/api-v1/ */
async function inMailpit(mailpit: string, address: string): Promise<string[]> {
  const ask = async (path: string) => (await fetch(`${mailpit}/api/v1/${path}`)).json()
  const { messages } = (await ask('messages?limit=500')) as { messages: Listed[] }
  const his = messages.filter((one) =>
    one.To.some((to) => to.Address.toLowerCase() === address.toLowerCase()),
  )
  const whole = await Promise.all(his.reverse().map((one) => ask(`message/${one.ID}`)))
  return whole.map((one: { Text: string }) => one.Text)
}

/** The texts of all letters to an address, the oldest first. */
async function lettersTo(address: string): Promise<string[]> {
  const mailpit = process.env.MAIL_URL
  return mailpit ? inMailpit(mailpit, address) : inMaildir(address)
}

/** The code of the newest letter to an address; waits for the letter. `after` letters are skipped. */
export async function codeSentTo(address: string, { after = 0 } = {}): Promise<string> {
  let code = ''
  await expect
    .poll(
      async () => {
        const letters = await lettersTo(address)
        if (letters.length <= after) return ''
        code = (letters.at(-1) ?? '').match(/^\s*(\d{6})\s*$/m)?.[1] ?? ''
        return code
      },
      { timeout: 20_000, message: `a letter with a code to ${address}` },
    )
    .toMatch(/^\d{6}$/)
  return code
}

/** The newest link of this path in the letters to an address; waits for it. `after` links are skipped. */
export async function linkSentTo(address: string, path: string, { after = 0 } = {}) {
  let links: string[] = []
  await expect
    .poll(
      async () => {
        const words = (await lettersTo(address)).join('\n').split(/\s+/)
        links = words.filter((word) => word.startsWith('http') && word.includes(path))
        return links.length
      },
      { timeout: 20_000, message: `a letter with ${path} to ${address}` },
    )
    .toBeGreaterThan(after)
  return links.at(-1) ?? ''
}
