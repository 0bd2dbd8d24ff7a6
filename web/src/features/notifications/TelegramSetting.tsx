// Telegram as a channel: a one-time link to the company's bot, the linked account, and its removal.

import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { describeProblem, getRequestId } from '../../api/problem.ts'
import type { TelegramLink } from '../../api/wire/notifications.ts'
import { formatTimeLeft } from '../../lib/timeLeft.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { findErrorToShow } from '../../shared/QueryView.tsx'
import { telegram as texts } from '../../shared/texts/preferences.ts'
import { useNow } from '../../shared/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/lostFocus.ts'
import { ErrorNote, Note } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import {
  useGetTelegramQuery,
  useLinkTelegramMutation,
  useRemoveTelegramMutation,
} from './preferencesApi.ts'

const QrCode = lazyWithRetry(() => import('../../shared/QrCode.tsx'))
/** The interval at which the server is polled until the user has pressed "Start" (ms). */
const pollMs = 3000
const everySecond = 1000

/** `receivedAt` is the time when the response with the link arrived (ms, by the clock of the device). */
type OneTimeLink = TelegramLink & { receivedAt: number }

export function TelegramSetting() {
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useGetTelegramQuery(undefined, { pollingInterval: link ? pollMs : 0 })
  const { data, refetch } = query
  const account = data?.account ?? null
  const failure = findErrorToShow(query)
  const accountName = account?.name
  useEffect(() => {
    if (accountName === undefined) return
    setLink(null)
    setRemoved(false)
  }, [accountName])
  // The button or the link that was pressed disappears with the state that it changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the account.
  useEffect(() => {
    if (link || isRemoved) restoreFocus(heading.current)
  }, [accountName])
  if (data && !data.is_available) return null
  return (
    <section className="stack-12 nt-push" aria-label={texts.title}>
      <h3 ref={heading}>{texts.title}</h3>
      {/* The element stays, because screen readers announce only changes of a known one. */}
      <p role="status" className="s ink2 nt-telegram-state">
        {account && (
          <>
            {texts.linked}: <strong>{account.name}</strong>. {texts.linkedHint}
          </>
        )}
        {!account && isRemoved && texts.removed}
      </p>
      {data && account && <LinkedAccount onRemoved={() => setRemoved(true)} />}
      {data && !account && <LinkOffer link={link} onLink={setLink} />}
      {Boolean(failure) && (
        <ErrorNote title={texts.loadFailed} code={getRequestId(failure)} onRetry={refetch}>
          {describeProblem(failure, '')}
        </ErrorNote>
      )}
      {!data && !failure && (
        <Loading>
          <Skeleton height="4rem" />
        </Loading>
      )}
    </section>
  )
}

function LinkedAccount({ onRemoved }: { onRemoved: () => void }) {
  const [remove, { isLoading, error }] = useRemoveTelegramMutation()
  async function turnOff() {
    const { data } = await remove()
    if (data) onRemoved()
  }
  return (
    <>
      <ActionErrorNote error={error} fallback={texts.failed} />
      <Button
        variant="line"
        small
        pendingLabel={isLoading && texts.turningOff}
        onClick={() => void turnOff()}
      >
        {texts.turnOff}
      </Button>
    </>
  )
}

type LinkOfferProps = { link: OneTimeLink | null; onLink: (link: OneTimeLink | null) => void }

function LinkOffer({ link, onLink }: LinkOfferProps) {
  const [create, { isLoading, error }] = useLinkTelegramMutation()
  const [isExpired, setExpired] = useState(false)
  const onExpired = useCallback(() => {
    onLink(null)
    setExpired(true)
  }, [onLink])

  async function start() {
    setExpired(false)
    const { data } = await create()
    if (data) onLink({ ...data, receivedAt: Date.now() })
  }

  if (link) return <OpenBot key={link.url} link={link} onExpired={onExpired} />
  return (
    <>
      <p className="s ink2">{texts.about}</p>
      <ActionErrorNote error={error} fallback={texts.failed} />
      {isExpired && (
        <Note tone="warn" role="status">
          {texts.expired}
        </Note>
      )}
      <Button variant="line" small pendingLabel={isLoading && texts.linking} onClick={start}>
        {texts.link}
      </Button>
    </>
  )
}

/** Counts down from the difference of the server's times, so a wrong clock of the device does not matter. */
function OpenBot({ link, onExpired }: { link: OneTimeLink; onExpired: () => void }) {
  const passed = useNow(everySecond, link.receivedAt) - link.receivedAt
  const left = Date.parse(link.expires_at) - Date.parse(link.now) - Math.max(0, passed)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) onExpired()
  }, [isOver, onExpired])
  return (
    <div className="nt-telegram">
      <div className="stack-12">
        <p className="s ink2">
          {texts.next} {texts.left}{' '}
          <span className="num" role="timer">
            {formatTimeLeft(left)}
          </span>
          .
        </p>
        <a
          className="ui-btn ui-btn-solid ui-btn-small"
          href={link.url}
          target="_blank"
          rel="noreferrer"
        >
          {texts.open}
        </a>
        <p role="status" className="s mute">
          {texts.waiting}
        </p>
      </div>
      <div className="stack-8 nt-telegram-code">
        <p className="s ink2">{texts.scan}</p>
        <Suspense fallback={<Skeleton height="13rem" />}>
          <QrCode text={link.url} label={texts.code} />
        </Suspense>
      </div>
    </div>
  )
}
