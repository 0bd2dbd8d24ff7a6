// Server-sent events read with `fetch`. Unlike the browser's EventSource, this tells with which status a
// connection was refused, and it does not connect again by itself: the delays are the caller's (stream.ts).
// The fields are parsed by the rules of the HTML standard (eventsource-parser).

import { createParser } from 'eventsource-parser'

/** `lastEventId`: the newest id of this connection, '' before the first one. */
export type ServerEvent = { name: string; data: string; lastEventId: string }

/** How a connection ended. `lost`: nobody answered, or the stream broke off. */
export type ConnectionEnd =
  | { kind: 'lost' }
  | { kind: 'refused'; status: number; code: unknown; retryAfterSeconds: number | null }

type Options = { signal: AbortSignal; onEvent: (event: ServerEvent) => void }

/** Reads events until the connection ends. It never rejects. */
export async function readEvents(
  url: string,
  { signal, onEvent }: Options,
): Promise<ConnectionEnd> {
  const headers = { Accept: 'text/event-stream' }
  const response = await fetch(url, { headers, cache: 'no-store', signal }).catch(() => null)
  if (!response) return { kind: 'lost' }
  const { body } = response
  if (!isEventStream(response) || !body) return readRefusal(response)
  // Text that breaks off is the end of the connection, too.
  await parseEvents(body, onEvent).catch(() => undefined)
  return { kind: 'lost' }
}

const isEventStream = ({ status, headers }: Response): boolean =>
  status === 200 && /^text\/event-stream\b/.test(headers.get('Content-Type') ?? '')

async function parseEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: Options['onEvent'],
): Promise<void> {
  let lastEventId = ''
  const parser = createParser({
    onEvent: ({ event: name = 'message', data, id = lastEventId }) => {
      lastEventId = id
      onEvent({ name, data, lastEventId })
    },
  })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
  }
}

async function readRefusal(response: Response): Promise<ConnectionEnd> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const body: unknown = await response.json().catch(() => null)
  return {
    kind: 'refused',
    status: response.status,
    code: typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? Math.max(0, seconds) : null,
  }
}
