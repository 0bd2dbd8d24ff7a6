import { useNavigate } from 'react-router'
import { formatDayAndTime } from '../../lib/dates.ts'
import { pages } from '../../shared/paths.ts'
import { factor as texts } from '../../shared/texts/security.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/Note.tsx'
import './tokenBanner.css'

/**
 * Announces that a second factor will be removed, because the session that added it was reported.
 */
export default function RemovalBanner({ at }: { at: string }) {
  const navigate = useNavigate()
  return (
    <div className="auth-banner">
      <Banner
        tone="warn"
        role="alert"
        action={
          <Button small variant="line" onClick={() => navigate(pages.dashboardSecurity)}>
            {texts.openSecurity}
          </Button>
        }
      >
        <p className="strong">{texts.removalTitle}</p>
        <p>{texts.removal(formatDayAndTime(at))}</p>
      </Banner>
    </div>
  )
}
