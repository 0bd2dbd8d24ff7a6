// The account area of the header. A blocked customer has only 'Выйти'.

import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { signOutRequested } from '../../api/sessionActions.ts'
import { selectIsBlocked, selectIsLeaving, selectUser } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { confirmLeaving } from '../../shared/confirmLeaving.ts'
import { pages } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { shell } from '../../shared/texts/shell.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'

/** `onFollow` is called when a link or a button is pressed, to close the mobile menu. */
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
          <Avatar name={`${user.first_name} ${user.last_name}`} src={user.avatar_url} size={32} />
          {shell.hello(user.first_name || shell.namelessCustomer)}
        </Link>
      )}
      <SignOut onFollow={onFollow} />
    </>
  )
}

/** The bell is in the bar on phones too, where the rest of the account is in the menu. */
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
        // A sign-in on the home page leads to the personal area; on other pages it returns to the
        // page.
        const next = pathname === pages.home ? pages.dashboard : pathname + search + hash
        dispatch(signInRequested({ next }))
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
  async function leave() {
    onFollow?.()
    if (!(await confirmLeaving())) return
    dispatch(signOutRequested())
    navigate(pages.home)
  }
  return (
    <Button variant="text" small onClick={leave} pendingLabel={isLeaving && shell.signingOut}>
      {shell.signOut}
    </Button>
  )
}
