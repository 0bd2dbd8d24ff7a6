import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type QueuedMessage, SendQueue } from './sendQueue.ts'

const noAnswer = { status: 0, code: 'no_answer', message: 'Нет связи' }
const refused = { status: 409, code: 'buyer_erased', message: 'Писать некому' }

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

function createQueue(send: (message: QueuedMessage) => Promise<unknown>) {
  const queue = new SendQueue('buyer:order', send)
  const leave = queue.subscribe(() => {})
  return { queue, leave }
}

it('the queue sends messages one after another in the order of writing', async () => {
  const sent: string[] = []
  const { queue, leave } = createQueue(async ({ text }) => sent.push(text))
  for (const text of ['Раз', 'Два', 'Три']) queue.add(text, [])
  await vi.waitFor(() => expect(queue.getState().messages).toHaveLength(0))
  expect(sent).toEqual(['Раз', 'Два', 'Три'])
  leave()
})

it('the queue keeps messages without a connection, also through a reload, and sends them with the same keys', async () => {
  const first = createQueue(() => Promise.reject(noAnswer))
  first.queue.add('Раз', [])
  first.queue.add('Два', [])
  await vi.waitFor(() => expect(first.queue.getState().failure).toBe('no-connection'))
  const keys = first.queue.getState().messages.map(({ key }) => key)
  first.leave()

  const sent: string[] = []
  const second = createQueue(async ({ key }) => sent.push(key))
  await vi.waitFor(() => expect(second.queue.getState().messages).toHaveLength(0))
  expect(sent).toEqual(keys)
  expect(localStorage).toHaveLength(0)
  second.leave()
})

it('the queue sends a waiting message when the network returns', async () => {
  let isOnline = false
  const { queue, leave } = createQueue(() =>
    isOnline ? Promise.resolve() : Promise.reject(noAnswer),
  )
  queue.add('Раз', [])
  await vi.waitFor(() => expect(queue.getState().failure).toBe('no-connection'))
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queue.getState()).toMatchObject({ messages: [], failure: null }))
  leave()
})

it.each([
  { status: 500, code: 'internal', message: 'Ошибка сервера' },
  { status: 429, code: 'rate_limited', message: 'Слишком много запросов' },
])(
  'the queue does not call a response of the server with $status a missing connection',
  async (error) => {
    const { queue, leave } = createQueue(() => Promise.reject(error))
    queue.add('Раз', [])
    await vi.waitFor(() => expect(queue.getState().failure).toBe('server-error'))
    expect(queue.getState().messages).toHaveLength(1)
    leave()
  },
)

it('nothing is said to wait for a connection after the last message was deleted', async () => {
  const { queue, leave } = createQueue(() => Promise.reject(noAnswer))
  queue.add('Раз', [])
  await vi.waitFor(() => expect(queue.getState().failure).toBe('no-connection'))
  queue.discard(queue.getState().messages[0]?.key ?? '')
  expect(queue.getState()).toMatchObject({ messages: [], failure: null })
  leave()
})

it('the queue stops at a refused message until the user repeats or deletes it', async () => {
  const sent: string[] = []
  let isRefusing = true
  const { queue, leave } = createQueue(({ text }) => {
    if (isRefusing) return Promise.reject(refused)
    sent.push(text)
    return Promise.resolve()
  })
  queue.add('Раз', [])
  queue.add('Два', [])
  await vi.waitFor(() =>
    expect(queue.getState().messages[0]).toMatchObject({ refusal: 'Писать некому' }),
  )
  isRefusing = false
  const [first] = queue.getState().messages
  queue.discard(first?.key ?? '')
  await vi.waitFor(() => expect(queue.getState().messages).toHaveLength(0))
  expect(sent).toEqual(['Два'])
  leave()
})
