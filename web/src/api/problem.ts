// The error of a failed request (RFC 9457 problem document), in one shape for all pages.

export type FieldProblem = { field: string; message: string }

export type Problem = {
  /** HTTP status, or 0 when there was no response. */
  status: number
  code: string
  /** Text that can be shown to the user. */
  message: string
  /** The server sent no text, so `message` is our own. */
  hasNoServerMessage?: boolean
  errors?: FieldProblem[]
  /** Ids of the records that somebody else has changed, from a request about several records. */
  changedIds?: string[]
  requestId?: string
  retryAfterSeconds?: number
}

const noAnswerMessage = 'Нет связи с сервером. Проверьте подключение и повторите.'
const unreadableMessage = 'Сервер ответил неожиданно. Мы уже знаем об этом, повторите чуть позже.'

type RawError = { status: number | string; data?: unknown }
type Body = Partial<Record<'message' | 'detail' | 'code' | 'request_id', string>> & {
  errors?: FieldProblem[]
  changed?: string[]
}

function parseProblemBody(data: unknown): Body {
  if (typeof data === 'object' && data !== null) return data as Body
  if (typeof data !== 'string') return {}
  try {
    return parseProblemBody(JSON.parse(data))
  } catch {
    return {}
  }
}

export function toProblem(raw: RawError, headers?: Headers): Problem {
  if (typeof raw.status !== 'number' && raw.status !== 'PARSING_ERROR') {
    return { status: 0, code: 'no_answer', message: noAnswerMessage, hasNoServerMessage: true }
  }
  const body = parseProblemBody(raw.data)
  const serverMessage = body.message || body.detail
  const retryAfter = Number(headers?.get('Retry-After'))
  return {
    status: typeof raw.status === 'number' ? raw.status : 502,
    code: body.code ?? 'unexpected',
    message: serverMessage || unreadableMessage,
    hasNoServerMessage: serverMessage ? undefined : true,
    errors: body.errors,
    changedIds: body.changed,
    requestId: body.request_id ?? headers?.get('X-Request-ID') ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  }
}

export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

/** Whether somebody else has changed the record since it was read. */
export const isStaleVersion = (error: unknown): boolean =>
  isProblem(error) && error.code === 'stale_version'

/** Whether the service has no such record. A malformed id is answered with 422. */
export const isRecordMissing = (error: unknown): boolean =>
  isProblem(error) && (error.status === 404 || error.status === 422)

/**
 * The server's message, followed by its messages about fields. Without a message, `otherwise`, followed by the
 * reason if it is known.
 */
export function describeProblem(error: unknown, otherwise: string): string {
  if (!isProblem(error)) return otherwise
  if (error.errors?.length) {
    const sentences = [error.message, ...error.errors.map(({ message }) => message)]
    return [...new Set(sentences.map((text) => text.replace(/\.$/, '')))].join('. ')
  }
  if (!error.hasNoServerMessage || !otherwise) return error.message
  return `${otherwise.replace(/[.!]$/, '')}. ${error.message}`
}

/**
 * Like `describeProblem`, with separate texts for an error response (`refused`) and for no response
 * (`unanswered`).
 */
export function describeProblemByKind(error: unknown, refused: string, unanswered: string): string {
  return describeProblem(error, isProblem(error) && error.status > 0 ? refused : unanswered)
}

/** The request id, by which support staff find the error. */
export function getRequestId(error: unknown): string | undefined {
  return isProblem(error) ? error.requestId : undefined
}
