import { useState } from 'react'
import type { ProviderRead } from '../../../api/wire/auth.ts'
import { social } from '../../../shared/texts/social.ts'
import { Button } from '../../../ui/Button.tsx'
import type { BotCheck } from '../botCheck/useBotCheck.ts'
import type { SignInHandlers } from '../signIn/signInOutcome.ts'
import { SocialDialog } from './SocialDialog.tsx'
import { useGetProvidersQuery } from './socialApi.ts'
import { openPopup } from './useSocialSignIn.ts'

/** The configured providers, VK first. Empty until the list is loaded. */
export function useOfferedProviders(): ProviderRead[] {
  const { data } = useGetProvidersQuery()
  return (data?.providers ?? [])
    .filter((provider) => provider.available)
    .sort((a, b) => Number(b.id === 'vk') - Number(a.id === 'vk'))
}

/** The popup must open inside the click, otherwise browsers block it. The widget needs no popup. */
export const openProvider = (provider: ProviderRead) => ({
  provider,
  popup: provider.widget_url ? null : openPopup(),
})

type ChosenProvider = ReturnType<typeof openProvider>

export function SocialButtons({ check, ...handlers }: SignInHandlers & { check: BotCheck }) {
  const offered = useOfferedProviders()
  const [chosen, setChosen] = useState<(ChosenProvider & { botToken?: string }) | null>(null)
  // A sign-in in progress stays open even if the list is empty: signing out clears the cached list.
  if (offered.length === 0 && !chosen) return null
  function leave() {
    setChosen(null)
    check.renew()
  }
  return (
    <>
      <fieldset className="auth-social" disabled={check.isPending}>
        <legend className="sr">{social.group}</legend>
        {offered.map((provider) => (
          <Button
            key={provider.id}
            variant="line"
            aria-label={social.button(provider.name)}
            onClick={() => setChosen({ ...openProvider(provider), botToken: check.token })}
          >
            {provider.name}
          </Button>
        ))}
      </fieldset>
      {check.isPending && <p className="s ink2 auth-hint">{social.checkFirst}</p>}
      <p className="row auth-or" aria-hidden="true">
        {social.orByMail}
      </p>
      {chosen && (
        <SocialDialog
          {...chosen}
          purpose="signIn"
          onSignedIn={(user, accessToken) => {
            leave()
            handlers.onSignedIn(user, accessToken)
          }}
          onNextStep={(step) => {
            leave()
            handlers.onNextStep(step)
          }}
          onLinked={leave}
          onClose={leave}
        />
      )}
    </>
  )
}
