import { useState } from 'react'
import { factor as texts } from '../../app/texts/security.ts'
import type { SecondFactorState } from '../../app/wire/auth.ts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Tag } from '../../ui/Tag'
import { PasskeyList } from './PasskeyList.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import { SecurityError, SecurityPart, SecurityQuery } from './SecurityPart.tsx'
import {
  type Proof,
  useGetSecondFactorQuery,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
} from './securityApi.ts'
import TotpSetUp from './TotpSetUp.tsx'
import { useProof } from './useProof.tsx'

/** Settings of the second factor: codes of an app, recovery codes, passkeys. */
export function SecondFactor() {
  const query = useGetSecondFactorQuery()
  return (
    <SecurityPart title={texts.title} note={texts.note}>
      <SecurityQuery query={query}>
        {(state) => (
          <>
            {state.required && <p className="s">{texts.required}</p>}
            <ul className="sec-rows">
              <Application state={state} />
              {state.totp && <Recovery left={state.recovery_codes_left} />}
            </ul>
            <PasskeyList />
          </>
        )}
      </SecurityQuery>
    </SecurityPart>
  )
}

function Application({ state }: { state: SecondFactorState }) {
  const withProof = useProof()
  const [setUp, setSetUp] = useState<Proof | null>(null)
  const [remove, removing] = useRemoveTotpMutation()
  return (
    <li>
      <div>
        <p>{texts.app}</p>
        <p className="s ink2">{texts.appNote}</p>
        <SecurityError error={removing.error} />
      </div>
      {state.totp ? (
        <div className="btns">
          <Tag tone="ok">{texts.on}</Tag>
          <Button
            variant="line"
            small
            disabled={removing.isLoading}
            onClick={() => withProof(async (proof) => (await remove(proof)).error)}
          >
            {texts.switchOff}
          </Button>
        </div>
      ) : (
        <Button variant="line" small onClick={() => withProof(setSetUp)}>
          {texts.setUp}
        </Button>
      )}
      {setUp && (
        <Dialog
          open
          notDismissible
          size="narrow"
          fullOnPhone
          title={texts.setUpTitle}
          onClose={() => setSetUp(null)}
        >
          <TotpSetUp proof={setUp} onDone={() => setSetUp(null)} onCancel={() => setSetUp(null)} />
        </Dialog>
      )}
    </li>
  )
}

function Recovery({ left }: { left: number }) {
  const withProof = useProof()
  const [renew, renewing] = useRenewRecoveryCodesMutation()
  const codes = renewing.data?.recovery_codes
  return (
    <li>
      <div>
        <p>{texts.recoveryTitle}</p>
        <p className="s ink2">{texts.left(left)}</p>
        <SecurityError error={renewing.error} />
      </div>
      <Button
        variant="line"
        small
        disabled={renewing.isLoading}
        onClick={() => withProof(async (proof) => (await renew(proof)).error)}
      >
        {texts.renew}
      </Button>
      {codes && (
        <Dialog
          open
          notDismissible
          size="narrow"
          title={texts.recoveryTitle}
          onClose={renewing.reset}
        >
          <RecoveryCodeList codes={codes} onDone={renewing.reset} />
        </Dialog>
      )}
    </li>
  )
}
