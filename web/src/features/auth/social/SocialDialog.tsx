import { code } from '../../../shared/texts/auth.ts'
import { social } from '../../../shared/texts/social.ts'
import { AnchorButton, Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SocialCode, SocialEmail } from './SocialEmail.tsx'
import type { SocialPurpose } from './socialFlow.ts'
import { TelegramWidget } from './TelegramWidget.tsx'
import { type SocialHandlers, type SocialRequest, useSocialSignIn } from './useSocialSignIn.ts'

type Props = SocialRequest & SocialHandlers

export function SocialDialog(props: Props) {
  const { provider, purpose } = props
  const flow = useSocialSignIn(props, props)
  const isEmailStep = 'token' in flow.state
  const named = purpose === 'link' ? social.linkTitle(provider.name) : social.button(provider.name)
  return (
    <Dialog
      open
      notDismissible
      size="narrow"
      title={isEmailStep ? code.title : named}
      onClose={flow.leave}
    >
      <div className="auth-steps">
        {flow.isForced ? <p role="alert">{social.forcedOut}</p> : <Step {...props} flow={flow} />}
      </div>
    </Dialog>
  )
}

function describeSuccess(purpose: SocialPurpose, isNewUser?: boolean): string {
  if (purpose === 'link') return social.linked
  return isNewUser ? social.newcomer : social.returned
}

type StepProps = Props & { flow: ReturnType<typeof useSocialSignIn> }

function Step(props: StepProps) {
  const { flow, provider, purpose, onClose } = props
  const { state, dispatchStep } = flow
  const onCancel = () => dispatchStep({ type: 'cancelled' })
  switch (state.name) {
    case 'idle':
      return <p role="status">{social.idle}</p>
    case 'waiting':
      return (
        <>
          <p role="status">{provider.widget_url ? social.waitingWidget : social.waiting}</p>
          {provider.widget_url && (
            <TelegramWidget url={provider.widget_url} onAnswer={flow.widgetAnswered} />
          )}
          <div className="btns">
            <Button variant="line" onClick={onClose}>
              {social.cancel}
            </Button>
          </div>
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
              onClick={() => dispatchStep({ type: 'opened' })}
            >
              {social.openTab}
            </AnchorButton>
          </div>
        </>
      )
    case 'exchanging':
      return <p role="status">{social.exchanging}</p>
    case 'success':
      return <p role="status">{describeSuccess(purpose, state.answer.isNewUser)}</p>
    case 'error':
      return (
        <>
          <Note tone="bad" role="alert" title={state.message} />
          <div className="btns">
            {/* This attempt has used the bot check's token, so the next one starts at the form. */}
            {!props.botToken && <Button onClick={flow.retry}>{social.retry}</Button>}
            <Button variant="line" onClick={onClose}>
              {social.close}
            </Button>
          </div>
        </>
      )
    case 'email_required':
      return (
        <SocialEmail
          token={state.token}
          onSent={(email) => dispatchStep({ type: 'codeSent', email })}
          onCancel={onCancel}
        />
      )
    case 'email_verification':
      return <SocialCode {...state} {...props} onCancel={onCancel} />
  }
}
