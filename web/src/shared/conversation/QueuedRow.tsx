import { Button } from '../../ui/Button.tsx'
import { conversation as texts } from '../texts/conversation.ts'
import type { QueuedMessage, QueueState, SendQueue } from './sendQueue.ts'

type Props = { message: QueuedMessage; isFirst: boolean; queue: QueueState; sendQueue: SendQueue }

/** A message that is not on the server yet. */
export function QueuedRow({ message, isFirst, queue, sendQueue }: Props) {
  const isRefused = message.refusal !== undefined
  const state = isFirst && queue.isSending ? texts.isSending : texts.isWaiting
  return (
    <article className="talk-bubble is-ours is-queued">
      <p className="talk-author">{texts.you}</p>
      {message.text && <p className="talk-text">{message.text}</p>}
      {message.attachments.map(({ id, name }) => (
        <p key={id} className="s">
          {name}
        </p>
      ))}
      <p className="talk-meta">{isRefused ? texts.isRefused : state}</p>
      {isRefused && (
        <p role="alert" className="xs failure">
          {message.refusal}
        </p>
      )}
      {(isRefused || (isFirst && queue.failure !== null)) && (
        <p className="btns">
          <Button variant="text" small onClick={() => sendQueue.retry()}>
            {texts.again}
          </Button>
          <Button variant="text" small onClick={() => sendQueue.discard(message.key)}>
            {texts.discard}
          </Button>
        </p>
      )}
    </article>
  )
}
