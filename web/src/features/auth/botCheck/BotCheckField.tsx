// The bot check above a form's button: Turnstile or the self-hosted puzzle (altcha). Renders nothing if
// the check is off.

import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../../platform/lazyWithRetry.ts'
import { botCheck as texts } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { BotCheck } from './useBotCheck.ts'

const Turnstile = lazyWithRetry(() => import('./Turnstile.tsx'))
const Puzzle = lazyWithRetry(() => import('./Puzzle.tsx'))

export type WidgetProps = {
  onSolved: (token: string) => void
  onFailed: () => void
  onExpired: () => void
}

export function BotCheckField({ check }: { check: BotCheck }) {
  const [message, setMessage] = useState('')
  const { config, round } = check
  if (!config) return null
  const widget: WidgetProps = {
    onSolved: (token) => {
      setMessage('')
      check.setToken(token)
    },
    onFailed: () => {
      check.setToken(null)
      setMessage(texts.failed)
    },
    onExpired: () => {
      check.setToken(null)
      setMessage(texts.expired)
    },
  }
  return (
    <fieldset className="stack-12">
      <legend className="sr">{texts.title}</legend>
      <Suspense fallback={<Skeleton height="65px" />}>
        {config.provider === 'turnstile' ? (
          <Turnstile key={round} siteKey={config.siteKey ?? ''} {...widget} />
        ) : (
          <Puzzle key={round} challengeUrl={config.challengeUrl ?? ''} {...widget} />
        )}
      </Suspense>
      {message && (
        <p role="alert" className="failure">
          {message}{' '}
          <Button
            variant="text"
            small
            onClick={() => {
              setMessage('')
              check.renew()
            }}
          >
            {texts.again}
          </Button>
        </p>
      )}
    </fieldset>
  )
}
