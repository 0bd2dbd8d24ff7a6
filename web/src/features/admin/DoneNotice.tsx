// Shows for a few seconds that an action is done. The region exists before its text, so that screen readers announce it.

import { useEffect } from 'react'
import { hideDone, useDoneNotice } from './doneNoticeStore.ts'

const shownMs = 6000

export function DoneNotice() {
  const notice = useDoneNotice()
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => hideDone(notice.id), shownMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div role="status" className="ad-done">
      {notice && (
        // A repeated text is a new message, so it is announced again.
        <p key={notice.id}>{notice.text}</p>
      )}
    </div>
  )
}
