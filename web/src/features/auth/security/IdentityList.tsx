import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { IdentityRead, ProviderRead } from '../../../api/wire/auth.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { formatDay } from '../../../lib/dates.ts'
import { signInMethods as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { openProvider, useOfferedProviders } from '../social/SocialButtons.tsx'
import { SocialDialog } from '../social/SocialDialog.tsx'
import { SecurityPart, SecurityQuery, SecurityRow } from './SecurityPart.tsx'
import { type Proof, useGetIdentitiesQuery, useUnlinkIdentityMutation } from './securityApi.ts'
import { useProof } from './useProof.tsx'

const names = { vk: 'VK', google: 'Google', telegram: 'Telegram' } as const

/** Linked providers, and providers that can be linked. */
export function IdentityList() {
  const query = useGetIdentitiesQuery()
  const offered = useOfferedProviders()
  return (
    <SecurityPart title={texts.title} note={texts.note}>
      <SecurityQuery query={query}>
        {({ identities }) => {
          const unlinked = offered.filter(
            ({ id }) => !identities.some((identity) => identity.provider === id),
          )
          return identities.length + unlinked.length === 0 ? (
            <p className="ink2">{texts.none}</p>
          ) : (
            <ul className="rows sec-rows">
              {identities.map((identity) => (
                <LinkedIdentity key={identity.id} identity={identity} />
              ))}
              {unlinked.map((provider) => (
                <UnlinkedProvider key={provider.id} provider={provider} />
              ))}
            </ul>
          )
        }}
      </SecurityQuery>
    </SecurityPart>
  )
}

function LinkedIdentity({ identity }: { identity: IdentityRead }) {
  const [unlink, { isLoading, error }] = useUnlinkIdentityMutation()
  const runWithProof = useProof()
  const provider = names[identity.provider]
  return (
    <SecurityRow
      title={provider}
      note={texts.since(identity.name, formatDay(identity.linked_at))}
      error={error}
    >
      <Button
        variant="line"
        small
        aria-label={texts.unlinkNamed(provider)}
        disabled={isLoading}
        onClick={() =>
          runWithProof(async (proof) => (await unlink({ proof, id: identity.id })).error)
        }
      >
        {texts.unlink}
      </Button>
    </SecurityRow>
  )
}

function UnlinkedProvider({ provider }: { provider: ProviderRead }) {
  const dispatch = useAppDispatch()
  const runWithProof = useProof()
  const [chosen, setChosen] = useState<
    (ReturnType<typeof openProvider> & { confirmation?: string }) | null
  >(null)
  function choose(proof: Proof) {
    const confirmation = 'confirmation' in proof ? proof.confirmation : undefined
    setChosen({ ...openProvider(provider), confirmation })
  }
  function onLinked() {
    setChosen(null)
    dispatch(api.util.invalidateTags(['Identity']))
  }
  return (
    <SecurityRow title={provider.name} note={texts.notLinked}>
      <Button
        variant="line"
        small
        aria-label={texts.linkNamed(provider.name)}
        onClick={() => runWithProof(choose)}
      >
        {texts.link}
      </Button>
      {chosen && (
        <SocialDialog
          {...chosen}
          purpose="link"
          onLinked={onLinked}
          onSignedIn={onLinked}
          onNextStep={onLinked}
          onClose={() => setChosen(null)}
        />
      )}
    </SecurityRow>
  )
}
