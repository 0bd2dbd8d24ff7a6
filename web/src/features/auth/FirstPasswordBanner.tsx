import { useNavigate } from 'react-router'
import { pages } from '../../shared/paths.ts'
import { firstPassword as texts } from '../../shared/texts/security.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/Note.tsx'
import { describeDeadline } from './firstPassword.ts'
import './tokenBanner.css'

/** The account still has the password of the installation: it says until when, and leads to the change. */
export default function FirstPasswordBanner({ until }: { until: string }) {
  const navigate = useNavigate()
  return (
    <div className="auth-banner">
      <Banner
        tone="warn"
        role="alert"
        action={
          <Button small variant="line" onClick={() => navigate(pages.dashboardSecurity)}>
            {texts.change}
          </Button>
        }
      >
        <p className="strong">{texts.title}</p>
        <p>{describeDeadline(until)}</p>
      </Banner>
    </div>
  )
}
