// The mail sink of the stack: every letter is a file in its Maildir.

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

function lettersTo(address: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((letter) =>
      new RegExp(`^(?:To|X-RcptTo): .*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(letter),
    )
}

/** The code of the newest letter to an address; waits for the letter. `after` letters are skipped. */
export async function codeSentTo(address: string, { after = 0 } = {}): Promise<string> {
  let code = ''
  await expect
    .poll(
      () => {
        const letters = lettersTo(address)
        if (letters.length <= after) return ''
        code = textOf(letters.at(-1) ?? '').match(/^\s*(\d{6})\s*$/m)?.[1] ?? ''
        return code
      },
      { timeout: 20_000, message: `a letter with a code to ${address}` },
    )
    .toMatch(/^\d{6}$/)
  return code
}
