import { useEffect, useRef, useState } from 'react'
import { botCheck as texts } from '../../app/texts/auth.ts'
import { Checkbox } from '../../ui/Checkbox'
import type { WidgetProps } from './HumanCheck.tsx'
import { askPuzzle, solvePuzzle } from './puzzleWork.ts'

type State = 'idle' | 'solving' | 'solved' | 'failed'

/** The self-hosted check: one tick, and the browser works for about a second. Nobody else is asked. */
export function Puzzle({
  address,
  onSolved,
  onFailed,
  onExpired,
}: WidgetProps & { address: string }) {
  const [state, setState] = useState<State>('idle')
  const life = useRef(new AbortController())
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const own = new AbortController()
    life.current = own
    return () => {
      own.abort()
      clearTimeout(expiry.current)
    }
  }, [])

  async function solve() {
    const { signal } = life.current
    setState('solving')
    try {
      const puzzle = await askPuzzle(address, signal)
      const token = await solvePuzzle(puzzle, signal)
      if (signal.aborted) return
      setState('solved')
      onSolved(token)
      if (puzzle.parameters.expiresAt) {
        const left = puzzle.parameters.expiresAt * 1000 - Date.now()
        expiry.current = setTimeout(() => {
          setState('idle')
          onExpired()
        }, left)
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
