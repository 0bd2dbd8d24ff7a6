import { Link } from 'react-router'
import { selectUser } from '../../api/sessionSlice.ts'
import { useAppSelector } from '../../app/hooks.ts'
import { pages } from '../../shared/paths.ts'
import { firstPassword as texts } from '../../shared/texts/security.ts'
import { Note } from '../../ui/Note.tsx'
import { describeDeadline } from './firstPassword.ts'

/**
 * A warning while the account still has its initial password, with the deadline and a link to change
 * it.
 */
export function FirstPasswordNote() {
  const until = useAppSelector((state) => selectUser(state)?.first_password_until)
  if (!until) return null
  return (
    <Note tone="warn" title={texts.title}>
      <p>{describeDeadline(until)}</p>
      <Link to={pages.dashboardSecurity}>{texts.change}</Link>
    </Note>
  )
}
