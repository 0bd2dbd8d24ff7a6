import { useState } from 'react'
import type { User } from '../../app/sessionEvents.ts'
import { social } from '../../app/texts/social.ts'
import type { ProviderRead } from '../../app/wire/auth.ts'
import { Button } from '../../ui/Button'
import { SocialDialog } from './SocialDialog.tsx'
import { useGetProvidersQuery } from './socialApi.ts'
import { openPopup } from './useSocialSignIn.ts'

type Props = { onSignedIn: (user: User, accessToken?: string) => void }

/** Only what is configured is offered, vk first; without any, or without an answer, nothing is. */
export function SocialButtons({ onSignedIn }: Props) {
  const { data } = useGetProvidersQuery()
  const [chosen, setChosen] = useState<{ provider: ProviderRead; popup: Window | null } | null>(
    null,
  )
  const offered = (data?.providers ?? [])
    .filter((provider) => provider.available)
    .sort((a, b) => Number(b.id === 'vk') - Number(a.id === 'vk'))
  if (offered.length === 0) return null
  // The popup is opened in the press itself, or browsers block it.
  const choose = (provider: ProviderRead) =>
    setChosen({ provider, popup: provider.bot_name ? null : openPopup() })
  return (
    <fieldset className="auth-social">
      <legend className="sr">{social.group}</legend>
      {offered.map((provider) => (
        <Button key={provider.id} look="line" wide onClick={() => choose(provider)}>
          {social.button(provider.name)}
        </Button>
      ))}
      {chosen && (
        <SocialDialog
          {...chosen}
          onSignedIn={(user, accessToken) => {
            setChosen(null)
            onSignedIn(user, accessToken)
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </fieldset>
  )
}
