// A test push service and the browser's side of it, because the Chromium of the journeys has none and
// never asks for permission. Messages of our service are decrypted as in a browser (RFC 8291).

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export async function startPushService() {
  const own = createECDH('prime256v1')
  const point = own.generateKeys()
  const auth = randomBytes(16)
  const bodies: Buffer[] = []
  let announceArrival = () => {}
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.writeHead(201).end()
    bodies.push(Buffer.concat(parts))
    announceArrival()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function decrypt(encrypted: Buffer): string {
    const salt = encrypted.subarray(0, 16)
    const contentStart = 21 + (encrypted[20] ?? 0)
    const serverKey = encrypted.subarray(21, contentStart)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, serverKey])
    const secret = derive(own.computeSecret(serverKey), auth, info, 32)
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
    const opened = createDecipheriv('aes-128-gcm', key, nonce)
    opened.setAuthTag(encrypted.subarray(-16))
    const plain = Buffer.concat([
      opened.update(encrypted.subarray(contentStart, -16)),
      opened.final(),
    ])
    // The last byte marks the last record.
    return plain.subarray(0, -1).toString()
  }

  /** The message with this title. Messages of other journeys may come before it. */
  async function waitForMessage(title: string): Promise<string> {
    for (;;) {
      const next = bodies.shift()
      const text = next && decrypt(next)
      if (text && JSON.parse(text).title === title) return text
      if (bodies.length === 0) {
        await new Promise<void>((resolve) => {
          announceArrival = resolve
        })
      }
    }
  }

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') }
  return { subscription: { endpoint, keys }, waitForMessage, close: () => server.close() }
}

type Subscription = Awaited<ReturnType<typeof startPushService>>['subscription']

/** Grants the notification permission and subscribes the browser to our push service. */
export async function mockSubscription(page: Page, subscription: Subscription) {
  await page.addInitScript((given) => {
    let permission = 'default'
    let current: object | null = null
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return 'granted'
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        if (!applicationServerKey) throw new Error('no key of the server')
        current = {
          endpoint: given.endpoint,
          toJSON: () => given,
          unsubscribe: async () => {
            current = null
            return true
          },
        }
        return current
      },
    })
  }, subscription)
}
