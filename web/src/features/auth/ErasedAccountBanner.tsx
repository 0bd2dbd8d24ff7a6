import { useNavigate } from 'react-router'
import { sessionBanner } from '../../shared/texts/auth.ts'
import { personalData as texts } from '../../shared/texts/security.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/Note.tsx'
import './tokenBanner.css'

/** Shown on the page that opens after the deletion of the account. The next page does not have it. */
export default function ErasedAccountBanner() {
  const navigate = useNavigate()
  return (
    <div className="auth-banner">
      <Banner
        tone="ok"
        role="alert"
        action={
          <Button
            small
            variant="text"
            onClick={() => navigate('.', { replace: true, state: null, preventScrollReset: true })}
          >
            {sessionBanner.dismiss}
          </Button>
        }
      >
        <p className="strong">{texts.erased}</p>
        <p>{texts.erasedNote}</p>
      </Banner>
    </div>
  )
}
