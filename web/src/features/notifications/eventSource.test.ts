import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { network } from '../../../tests/setup.ts'
import { type ConnectionEnd, readEvents, type ServerEvent } from './eventSource.ts'

const url = 'http://site.test/api/sse/notifications'
const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' }

async function read(signal = new AbortController().signal) {
  const events: ServerEvent[] = []
  const end = await readEvents(url, { signal, onEvent: (event) => events.push(event) })
  return { events, end }
}

/** A response whose bytes arrive in these parts. */
function answerInParts(parts: readonly Uint8Array[], { isBroken = false } = {}) {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      if (isBroken) controller.error(new TypeError('network'))
      else controller.close()
    },
  })
  network.use(http.get(url, () => new HttpResponse(body, { headers })))
}

const encode = (text: string) => new TextEncoder().encode(text)

it('events are parsed by the HTML standard, however their bytes are split', async () => {
  const text =
    ': comment\nretry: 5000\n\nid: 7\nevent: notification\ndata: {"title":\ndata: "Ключи"}\n\ndata: second\r\n\r\n'
  const bytes = encode(text)
  for (const size of [1, 3, bytes.length]) {
    const parts = []
    for (let from = 0; from < bytes.length; from += size) parts.push(bytes.slice(from, from + size))
    answerInParts(parts)
    const { events, end } = await read()
    expect(events).toEqual([
      { name: 'notification', data: '{"title":\n"Ключи"}', lastEventId: '7' },
      { name: 'message', data: 'second', lastEventId: '7' },
    ])
    expect(end).toEqual({ kind: 'lost' })
  }
})

it('an incomplete event is ignored', async () => {
  answerInParts([encode('data: whole\n\ndata: half')])
  const { events } = await read()
  expect(events.map(({ data }) => data)).toEqual(['whole'])
})

it('a broken connection is reported without an error', async () => {
  answerInParts([encode('data: whole\n\n')], { isBroken: true })
  expect((await read()).end).toEqual({ kind: 'lost' })
})

it.each<[Response, ConnectionEnd]>([
  [
    Response.json({ code: 'token_expired' }, { status: 401 }),
    { kind: 'refused', status: 401, code: 'token_expired', retryAfterSeconds: null },
  ],
  [
    new Response('busy', { status: 429, headers: { 'Retry-After': '7' } }),
    { kind: 'refused', status: 429, code: undefined, retryAfterSeconds: 7 },
  ],
  [
    new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } }),
    { kind: 'refused', status: 200, code: undefined, retryAfterSeconds: null },
  ],
])('a refused connection reports its reason', async (response, expected) => {
  network.use(http.get(url, () => response))
  expect((await read()).end).toEqual(expected)
})

it('a missing response and an aborted request are reported without an error', async () => {
  network.use(http.get(url, () => HttpResponse.error()))
  expect((await read()).end).toEqual({ kind: 'lost' })
  const closing = new AbortController()
  closing.abort()
  expect((await read(closing.signal)).end).toEqual({ kind: 'lost' })
})
