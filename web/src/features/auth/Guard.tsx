// Access to a page, with the four outcomes of the specification (loading, visitor, blocked,
// refused) and two more: the server did not respond to the check of the session, and the first
// password must be changed.

import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { checkRepeated, signOutRequested } from '../../api/sessionActions.ts'
import {
  selectIsAdmin,
  selectIsBlocked,
  selectSessionStatus,
  selectUser,
} from '../../api/sessionSlice.ts'
import { useSettings } from '../../api/settings.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import PageLoading from '../../shared/PageLoading.tsx'
import { pages } from '../../shared/paths.ts'
import { guard } from '../../shared/texts/guard.ts'
import { firstPassword } from '../../shared/texts/security.ts'
import { type Text, useText } from '../../shared/texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/Note.tsx'
import { isOverdue } from './firstPassword.ts'
import './guard.css'

type Props = {
  admin?: boolean
  /** Where a visitor is sent: to the home page, or to /login and from there back to this page. */
  visitorTo?: 'home' | 'login'
  /** Text for a customer without the permission. */
  denied?: Text
  children: ReactNode
}

export function Guard({ admin, visitorTo = 'home', denied = guard.denied, children }: Props) {
  const status = useAppSelector(selectSessionStatus)
  const isBlocked = useAppSelector(selectIsBlocked)
  const isAdmin = useAppSelector(selectIsAdmin)
  const firstPasswordUntil = useAppSelector((state) => selectUser(state)?.first_password_until)
  const { pathname, search } = useLocation()
  if (status === 'unknown') return <PageLoading label={guard.checking} />
  if (status === 'unclear') return <UncheckedSession />
  if (status === 'visitor') {
    const login = `${pages.login}?next=${encodeURIComponent(pathname + search)}`
    return <Navigate to={visitorTo === 'login' ? login : pages.home} replace />
  }
  if (isBlocked) return <BlockedAccount />
  if (admin && !isAdmin) return <AccessDenied reason={denied} />
  if (admin && firstPasswordUntil && isOverdue(firstPasswordUntil)) return <FirstPasswordOverdue />
  return children
}

function UncheckedSession() {
  const dispatch = useAppDispatch()
  return (
    <section className="page guard">
      <h1>{guard.unclearTitle}</h1>
      <ErrorNote title={guard.unclear} onRetry={() => dispatch(checkRepeated())} />
    </section>
  )
}

function BlockedAccount() {
  const t = useText()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { contactEmail } = useSettings()
  function leave() {
    dispatch(signOutRequested())
    navigate(pages.home)
  }
  return (
    <section className="page guard">
      <h1>{t(guard.blockedTitle)}</h1>
      <p className="ink2">{t(guard.blockedReason)}</p>
      <p>
        {t(guard.blockedSupport)} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </p>
      <div className="btns">
        <Button onClick={leave}>{t(guard.logOut)}</Button>
        <Button variant="line" onClick={() => navigate(pages.home)}>
          {t(guard.backToHome)}
        </Button>
      </div>
    </section>
  )
}

function FirstPasswordOverdue() {
  const navigate = useNavigate()
  return (
    <section className="page guard">
      <h1>{firstPassword.title}</h1>
      <p className="ink2">{firstPassword.overdue}</p>
      <div className="btns">
        <Button onClick={() => navigate(pages.dashboardSecurity)}>{firstPassword.change}</Button>
      </div>
    </section>
  )
}

function AccessDenied({ reason }: { reason: Text }) {
  const t = useText()
  const navigate = useNavigate()
  // The first history entry has the key 'default': in a new tab there is no page to go back to.
  const isFirstPage = useLocation().key === 'default'
  return (
    <section className="page guard">
      <h1>{t(guard.deniedTitle)}</h1>
      <p className="ink2">{t(reason)}</p>
      <div className="btns">
        <Button onClick={() => (isFirstPage ? navigate(pages.home) : navigate(-1))}>
          {guard.back}
        </Button>
      </div>
    </section>
  )
}
