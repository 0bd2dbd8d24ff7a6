// Messages that are not on the server yet: one queue for each conversation, in the order of writing, kept in the browser's
// storage. Each message has an idempotency key: if the answer is lost, the message is sent again but stored once.

import { isProblem } from '../../api/problem.ts'
import { readStored, writeStored } from './conversationStorage.ts'

export type QueuedAttachment = { id: string; name: string }
export type QueuedMessage = {
  key: string
  text: string
  attachments: readonly QueuedAttachment[]
  at: string
  /** Why the server refused the message. This message and the later ones wait for the user. */
  refusal?: string
}
/** Why the last send failed, if the queue sends again by itself: no answer came, or the server answered with an error. */
export type SendFailure = 'no-connection' | 'server-error'
export type QueueState = {
  messages: readonly QueuedMessage[]
  isSending: boolean
  failure: SendFailure | null
}

const retryDelayMs = 5000
/** Failures that pass by themselves: no answer, too many requests, a server that is down. */
const isTemporary = (error: unknown) =>
  !isProblem(error) || error.status === 0 || error.status === 429 || error.status >= 500

export class SendQueue {
  private state: QueueState
  private readonly key: string
  private readonly send: (message: QueuedMessage) => Promise<unknown>
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `send` rejects with a `Problem` if the server refuses the message. */
  constructor(name: string, send: (message: QueuedMessage) => Promise<unknown>) {
    this.key = `queue:${name}`
    this.send = send
    this.state = { messages: this.load(), isSending: false, failure: null }
  }

  readonly getState = () => this.state

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    window.addEventListener('online', this.flush)
    void this.flush()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      clearTimeout(this.timer)
      window.removeEventListener('online', this.flush)
    }
  }

  add(text: string, attachments: readonly QueuedAttachment[]) {
    const message = { key: crypto.randomUUID(), text, attachments, at: new Date().toISOString() }
    this.change({ messages: [...this.state.messages, message] })
    void this.flush()
  }

  discard(key: string) {
    const messages = this.state.messages.filter((message) => message.key !== key)
    this.change({ messages, failure: messages.length > 0 ? this.state.failure : null })
    void this.flush()
  }

  retry() {
    const messages = this.state.messages.map(({ refusal: _refusal, ...message }) => message)
    this.change({ messages })
    void this.flush()
  }

  /** Sends the messages one after another, until one fails. */
  readonly flush = async () => {
    clearTimeout(this.timer)
    while (!this.state.isSending) {
      const [first] = this.state.messages
      if (!first || first.refusal !== undefined) return
      this.change({ isSending: true })
      const error = await this.send(first).then(
        () => null,
        (reason: unknown) => reason ?? {},
      )
      this.change({ isSending: false })
      if (error !== null) {
        this.handleFailure(first, error)
        return
      }
      this.change({
        messages: this.state.messages.filter(({ key }) => key !== first.key),
        failure: null,
      })
    }
  }

  private handleFailure(first: QueuedMessage, error: unknown) {
    if (isTemporary(error)) {
      const isAnswered = isProblem(error) && error.status > 0
      this.change({ failure: isAnswered ? 'server-error' : 'no-connection' })
      const seconds = isProblem(error) ? error.retryAfterSeconds : undefined
      this.timer = setTimeout(this.flush, seconds ? seconds * 1000 : retryDelayMs)
      return
    }
    const refusal = isProblem(error) ? (error.errors?.[0]?.message ?? error.message) : ''
    const messages = this.state.messages.map((message) =>
      message.key === first.key ? { ...message, refusal } : message,
    )
    this.change({ messages, failure: null })
  }

  private change(part: Partial<QueueState>) {
    this.state = { ...this.state, ...part }
    if (part.messages) {
      writeStored(this.key, part.messages.length > 0 ? part.messages : undefined)
    }
    for (const listener of this.listeners) listener()
  }

  private load(): QueuedMessage[] {
    const stored = readStored(this.key)
    return Array.isArray(stored) ? (stored as QueuedMessage[]) : []
  }
}
