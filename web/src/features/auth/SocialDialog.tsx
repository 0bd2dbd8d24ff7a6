import type { User } from '../../app/sessionEvents.ts'
import { code } from '../../app/texts/auth.ts'
import { social } from '../../app/texts/social.ts'
import type { ProviderRead } from '../../app/wire/auth.ts'
import { AnchorButton, Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Note } from '../../ui/Note'
import { SocialCode, SocialEmail } from './SocialEmail.tsx'
import { TelegramWidget } from './TelegramWidget.tsx'
import { useSocialSignIn } from './useSocialSignIn.ts'

type Props = {
  provider: ProviderRead
  popup: Window | null
  onSignedIn: (user: User, accessToken?: string) => void
  onClose: () => void
}

export function SocialDialog(props: Props) {
  const { provider, popup, onSignedIn, onClose } = props
  const flow = useSocialSignIn(provider, popup, { onSignedIn, onClose })
  const isEmailStep = 'token' in flow.state
  const leave = isEmailStep ? () => flow.tell({ type: 'cancelled' }) : onClose
  return (
    <Dialog
      open
      firm
      size="narrow"
      title={isEmailStep ? code.title : social.button(provider.name)}
      onClose={flow.isForced ? onClose : leave}
    >
      {flow.isForced ? (
        <p role="alert">{social.forcedOut}</p>
      ) : (
        <Step flow={flow} provider={provider} onSignedIn={onSignedIn} onClose={onClose} />
      )}
    </Dialog>
  )
}

type StepProps = Omit<Props, 'popup'> & { flow: ReturnType<typeof useSocialSignIn> }

function Step({ flow, provider, onSignedIn, onClose }: StepProps) {
  const { state, tell } = flow
  const onCancel = () => tell({ type: 'cancelled' })
  switch (state.name) {
    case 'idle':
      return <p role="status">{social.idle}</p>
    case 'waiting':
      return (
        <>
          <p role="status">{provider.bot_name ? social.waitingWidget : social.waiting}</p>
          {provider.bot_name && (
            <TelegramWidget bot={provider.bot_name} onAnswer={flow.widgetAnswered} />
          )}
          <Button look="line" onClick={onClose}>
            {social.cancel}
          </Button>
        </>
      )
    case 'blocked':
      return (
        <>
          <Note tone="warn" role="alert" title={social.blocked} />
          <div className="btns">
            <AnchorButton
              href={state.url}
              target="_blank"
              rel="noopener"
              onClick={() => tell({ type: 'opened' })}
            >
              {social.openTab}
            </AnchorButton>
          </div>
        </>
      )
    case 'exchanging':
      return <p role="status">{social.exchanging}</p>
    case 'success':
      return <p role="status">{state.answer.isNewUser ? social.newcomer : social.returned}</p>
    case 'error':
      return (
        <>
          <Note tone="bad" role="alert" title={state.message} />
          <div className="btns">
            <Button onClick={flow.retry}>{social.retry}</Button>
            <Button look="line" onClick={onClose}>
              {social.close}
            </Button>
          </div>
        </>
      )
    case 'email_required':
      return (
        <SocialEmail
          token={state.token}
          onSent={(email) => tell({ type: 'codeSent', email })}
          onCancel={onCancel}
        />
      )
    case 'email_verification':
      return <SocialCode {...state} onSignedIn={onSignedIn} onCancel={onCancel} />
  }
}
