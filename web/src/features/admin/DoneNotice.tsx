// Shows for a few seconds that an action is done, or was refused. The region exists before its text, so that screen readers announce it.

import { useEffect } from 'react'
import { hideDone, useDoneNotice } from './doneNoticeStore.ts'

const shownMs = 6000
// A refusal has to be understood, and nothing else says it.
const refusalShownMs = 20_000

export function DoneNotice() {
  const notice = useDoneNotice()
  useEffect(() => {
    if (!notice) return
    const duration = notice.isRefusal ? refusalShownMs : shownMs
    const timer = setTimeout(() => hideDone(notice.id), duration)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div role="status" className="ad-done">
      {notice && (
        // A repeated text is a new message, so it is announced again.
        <p key={notice.id} data-refusal={notice.isRefusal}>
          {notice.text}
        </p>
      )}
    </div>
  )
}
