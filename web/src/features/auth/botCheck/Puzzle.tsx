import { useEffect, useRef, useState } from 'react'
import { botCheck as texts } from '../../../shared/texts/auth.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import type { WidgetProps } from './BotCheckField.tsx'
import { fetchPuzzle, solvePuzzle } from './solvePuzzle.ts'

type State = 'idle' | 'solving' | 'solved' | 'failed'

/**
 * The self-hosted bot check: one checkbox and about a second of computation in the browser, without
 * a third party.
 */
export default function Puzzle({
  challengeUrl,
  onSolved,
  onFailed,
  onExpired,
}: WidgetProps & { challengeUrl: string }) {
  const [state, setState] = useState<State>('idle')
  const controller = useRef(new AbortController())
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    return () => {
      own.abort()
      clearTimeout(expiry.current)
    }
  }, [])

  async function solve() {
    const { signal } = controller.current
    setState('solving')
    try {
      const { challenge, expiresAt } = await fetchPuzzle(challengeUrl, signal)
      const token = await solvePuzzle(challenge, signal)
      if (signal.aborted) return
      setState('solved')
      onSolved(token)
      if (expiresAt !== null) {
        expiry.current = setTimeout(() => {
          setState('idle')
          onExpired()
        }, expiresAt - Date.now())
      }
    } catch {
      if (signal.aborted) return
      setState('failed')
      onFailed()
    }
  }

  return (
    <div className="auth-puzzle">
      <Checkbox
        label={texts.tick}
        checked={state === 'solved' || state === 'solving'}
        disabled={state === 'solving' || state === 'solved'}
        onChange={solve}
      />
      <p role="status" className="s ink2">
        {state === 'solving' && texts.solving}
        {state === 'solved' && texts.solved}
      </p>
    </div>
  )
}
