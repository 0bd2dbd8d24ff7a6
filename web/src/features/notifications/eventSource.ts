// Server-sent events read with `fetch`. Unlike the browser's EventSource, it reports the status of a refused
// connection and does not reconnect by itself: stream.ts reconnects after its own delays. The fields are parsed
// by the rules of the HTML standard (eventsource-parser).

import { createParser } from 'eventsource-parser'

/** `lastEventId` is the newest id of this connection, or '' before the first id. */
export type ServerEvent = { name: string; data: string; lastEventId: string }

/** How a connection ended. `lost` means that there was no response, or that the stream ended. */
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
  // An error while reading also ends the connection.
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
