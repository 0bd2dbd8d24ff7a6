// /login: the dialog over the home page; afterwards back to where `next` says, if it is on this site.

import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { pages, sameSitePath } from '../../app/paths.ts'
import { selectSessionStatus } from '../../app/sessionSlice.ts'
import { selectSignIn, signInAsked } from '../../app/signInSlice.ts'

/** Opens the dialog; a customer who is signed in already goes straight on. */
export function useSignInPage() {
  const [search] = useSearchParams()
  const next = sameSitePath(search.get('next')) ?? pages.home
  const status = useAppSelector(selectSessionStatus)
  const { isOpen } = useAppSelector(selectSignIn)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'signedIn' && !isOpen) navigate(next, { replace: true })
    if (status === 'visitor' || status === 'unclear') dispatch(signInAsked({ next }))
  }, [status, isOpen, next, dispatch, navigate])
}
