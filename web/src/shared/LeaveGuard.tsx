// Blocks navigation within the site: Back closes an open dialog, and leaving unsent input needs a
// confirmation. Both are in one component, because a router has only one blocker.

import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { discardUnsent, findInputLostByLeaving } from '../platform/unsentInput.ts'
import { closeTopmost, isAnythingOpen } from './backCloses.ts'
import { showLeaveQuestionsWith } from './confirmLeaving.ts'
import { LazyConfirmDialog } from './LazyConfirmDialog.ts'
import { leaving as texts } from './texts/leaving.ts'

/**
 * Query parameters that open another record or list. Filters and page numbers leave a form open.
 */
const placeParameters = ['item', 'view']

function isOtherPlace(from: Location, to: Location): boolean {
  const before = new URLSearchParams(from.search)
  const after = new URLSearchParams(to.search)
  return (
    from.pathname !== to.pathname ||
    placeParameters.some((name) => before.get(name) !== after.get(name))
  )
}

/**
 * An open question. `answer` belongs to an action; without it, a navigation waits in the blocker.
 */
type Question = { text: typeof texts.input; answer?: (leaves: boolean) => void }

function chooseQuestion() {
  return findInputLostByLeaving().every(({ isUpload }) => isUpload) ? texts.upload : texts.input
}

/** Render it once, in the frame of every page. */
export function LeaveGuard() {
  const [question, setQuestion] = useState<Question | null>(null)
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    if (historyAction === 'POP' && isAnythingOpen()) return true
    return findInputLostByLeaving().length > 0 && isOtherPlace(currentLocation, nextLocation)
  })
  const handleBlocked = useEffectEvent(() => {
    if (isAnythingOpen()) {
      blocker.reset?.()
      closeTopmost()
    } else setQuestion({ text: chooseQuestion() })
  })
  useEffect(() => {
    if (blocker.state === 'blocked') handleBlocked()
  }, [blocker.state])
  useEffect(() => {
    showLeaveQuestionsWith((answer) => setQuestion({ text: chooseQuestion(), answer }))
    return () => showLeaveQuestionsWith(null)
  }, [])
  if (!question) return null

  function decide(leaves: boolean) {
    setQuestion(null)
    if (leaves) discardUnsent()
    if (question?.answer) question.answer(leaves)
    else if (leaves) blocker.proceed?.()
    else blocker.reset?.()
  }
  return (
    <Suspense>
      <LazyConfirmDialog
        open
        {...question.text}
        confirm={texts.leave}
        cancel={texts.stay}
        onConfirm={() => decide(true)}
        onCancel={() => decide(false)}
      />
    </Suspense>
  )
}
