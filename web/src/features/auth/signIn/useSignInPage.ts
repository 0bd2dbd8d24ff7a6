// /login: the sign-in dialog over the home page. After the sign-in, the user goes to `next`, if that is
// a path of this site.

import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { selectIsBlocked, selectSessionStatus } from '../../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts'
import { pages } from '../../../shared/paths.ts'
import { toSameSitePath } from '../../../shared/sameSitePath.ts'
import { selectSignIn, signInRequested } from '../../../shared/signInSlice.ts'

/** Opens the dialog once per visit. A signed-in customer continues at once. */
export function useSignInPage() {
  const [search] = useSearchParams()
  const status = useAppSelector(selectSessionStatus)
  const isBlocked = useAppSelector(selectIsBlocked)
  const requested = toSameSitePath(search.get('next')) ?? pages.dashboard
  // Only a guarded page shows that the account is blocked.
  const next = isBlocked ? pages.dashboard : requested
  const { isOpen } = useAppSelector(selectSignIn)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const hasAsked = useRef(false)
  useEffect(() => {
    if (status === 'unknown' || (status === 'signedIn' && isOpen)) return
    if (status === 'signedIn') navigate(next, { replace: true })
    else if (!hasAsked.current) {
      hasAsked.current = true
      dispatch(signInRequested({ next }))
    }
    // Closed without signing in: show the page under the dialog.
    else if (!isOpen) navigate(pages.home, { replace: true })
  }, [status, isOpen, next, dispatch, navigate])
}
