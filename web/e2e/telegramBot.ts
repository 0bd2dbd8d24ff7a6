// Writes to our Telegram bot as a user, and reads the bot's messages. `make test` starts a fake of Telegram's Bot API beside
// its stack; these functions call it.

import { expect } from '@playwright/test'

const address = process.env.TELEGRAM_BOT_STAND_IN ?? ''

/** A manually started stack may have a real bot, or none. */
export const hasBotStandIn = Boolean(address)

export type BotMessage = {
  message_id: number
  text: string
  reply_markup?: { inline_keyboard: { text: string; url: string }[][] }
}

/** Writes to the bot from a private chat; `reply_to` is the number of a message of the bot. */
export async function writeToBot(chat_id: number, text: string, reply_to?: number) {
  const answer = await fetch(`${address}/_updates`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chat_id, text, ...(reply_to ? { reply_to } : {}) }),
  })
  expect(answer.ok).toBe(true)
}

/** The messages that the bot has sent to a chat, oldest first. */
export async function readMessages(chat_id: number): Promise<BotMessage[]> {
  const answer = await fetch(`${address}/_messages?chat_id=${chat_id}`)
  return answer.json()
}

/** The newest message of the bot in a chat with this text; waits for it. */
export async function waitForMessage(chat_id: number, text: string): Promise<BotMessage> {
  let found: BotMessage | undefined
  await expect
    .poll(
      async () => {
        const messages = await readMessages(chat_id)
        found = messages.findLast((message) => message.text.includes(text))
        return found !== undefined
      },
      { message: `a message of the bot with «${text}»` },
    )
    .toBe(true)
  if (!found) throw new Error('the message is gone')
  return found
}

/** The address that a message links to. Telegram refuses buttons that lead to localhost: there the text ends with the link. */
export function findLink({ text, reply_markup }: BotMessage): string {
  return reply_markup?.inline_keyboard[0]?.[0]?.url ?? text.split(/\s+/).at(-1) ?? ''
}
