// The signed-in or signed-out end of the header. A blocked customer is left with 'Выйти' only.

import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { signOutRequested } from '../../api/sessionActions.ts'
import { selectIsBlocked, selectIsLeaving, selectUser } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { pages } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { shell } from '../../shared/texts/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

type Props = { bell?: ReactNode; onFollow?: () => void }

export function Account({ bell, onFollow }: Props) {
  const user = useAppSelector(selectUser)
  const isBlocked = useAppSelector(selectIsBlocked)
  if (!user) return <SignIn onFollow={onFollow} />
  return (
    <>
      {bell && <AccountBell bell={bell} />}
      {!isBlocked && (
        <Link to={pages.dashboard} className="sh-profile" onClick={onFollow}>
          {user.avatar_url ? (
            <img src={user.avatar_url} alt="" width="32" height="32" className="sh-avatar" />
          ) : (
            <span className="sh-avatar">
              <Icon name="user" />
            </span>
          )}
          {shell.hello(user.first_name || shell.namelessCustomer)}
        </Link>
      )}
      <SignOut onFollow={onFollow} />
    </>
  )
}

/** The bell stands in the bar on phones too, where the rest of the account is in the menu. */
export function AccountBell({ bell }: { bell?: ReactNode }) {
  const user = useAppSelector(selectUser)
  const isBlocked = useAppSelector(selectIsBlocked)
  return user && !isBlocked ? bell : null
}

function SignIn({ onFollow }: { onFollow?: () => void }) {
  const dispatch = useAppDispatch()
  const { pathname, search, hash } = useLocation()
  return (
    <Button
      small
      onClick={() => {
        onFollow?.()
        dispatch(signInRequested({ next: pathname + search + hash }))
      }}
    >
      {shell.signIn}
    </Button>
  )
}

function SignOut({ onFollow }: { onFollow?: () => void }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const isLeaving = useAppSelector(selectIsLeaving)
  function leave() {
    dispatch(signOutRequested())
    onFollow?.()
    navigate(pages.home)
  }
  return (
    <Button variant="text" small onClick={leave} pendingLabel={isLeaving && shell.signingOut}>
      {shell.signOut}
    </Button>
  )
}
