import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { selectUser } from '../../../api/sessionSlice.ts'
import { useAppSelector } from '../../../app/hooks.ts'
import { pages } from '../../../shared/paths.ts'
import { settings as texts } from '../../../shared/texts/profile.ts'
import { DashboardSection } from '../DashboardSection.tsx'
import { AvatarEditor } from './AvatarEditor.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export function ProfileSettings({ preferences }: { preferences?: ReactNode }) {
  const user = useAppSelector(selectUser)
  return (
    <DashboardSection id="settings" title={texts.title}>
      {user && (
        <div className="db-settings">
          <h3>{texts.profile}</h3>
          <div className="db-profile">
            <AvatarEditor user={user} />
            <ProfileForm user={user} />
          </div>
        </div>
      )}
      {preferences && (
        <div className="db-settings">
          <h3>{texts.notifications}</h3>
          <div>{preferences}</div>
        </div>
      )}
      <div className="db-settings">
        <h3>{texts.securityTitle}</h3>
        <p className="ink2">
          {texts.security} <Link to={pages.dashboardSecurity}>{texts.securityLink}</Link>
        </p>
      </div>
    </DashboardSection>
  )
}
