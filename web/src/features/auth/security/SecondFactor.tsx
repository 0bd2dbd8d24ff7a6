import { useState } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import type { SecondFactorState } from '../../../api/wire/auth.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { security, factor as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import { SecurityPart, SecurityQuery, SecurityRow } from './SecurityPart.tsx'
import {
  type Proof,
  useGetSecondFactorQuery,
  useKeepFactorsMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
} from './securityApi.ts'
import TotpSetUp from './TotpSetUp.tsx'
import { useProof } from './useProof.tsx'

/** Settings of the second factor: authenticator app, recovery codes, passkeys. */
export function SecondFactor() {
  const query = useGetSecondFactorQuery()
  return (
    <SecurityPart title={texts.title} note={texts.note}>
      <SecurityQuery query={query}>
        {(state) => (
          <>
            {state.removal_at && <Removal at={state.removal_at} />}
            {state.required && <p className="s">{texts.required}</p>}
            <ul className="rows sec-rows">
              <AuthenticatorApp state={state} />
              {state.totp && <RecoveryCodes left={state.recovery_codes_left} />}
            </ul>
            <PasskeyList />
          </>
        )}
      </SecurityQuery>
    </SecurityPart>
  )
}

/** Warns that the factors which a reported session added will be removed. The owner may keep them. */
function Removal({ at }: { at: string }) {
  const runWithProof = useProof()
  const [keep, { isLoading, error }] = useKeepFactorsMutation()
  return (
    <Note tone="warn" role="status" title={texts.removalTitle}>
      <p>{texts.removal(formatDayAndTime(at))}</p>
      <Button
        variant="line"
        small
        disabled={isLoading}
        onClick={() => runWithProof(async (proof) => (await keep(proof)).error)}
      >
        {texts.keep}
      </Button>
      <ActionError error={error ? describeProblem(error, security.failed) : ''} />
    </Note>
  )
}

function AuthenticatorApp({ state }: { state: SecondFactorState }) {
  const runWithProof = useProof()
  const [setUpProof, setSetUpProof] = useState<Proof | null>(null)
  const [remove, removing] = useRemoveTotpMutation()
  return (
    <SecurityRow title={texts.app} note={texts.appNote} error={removing.error}>
      {state.totp ? (
        <div className="btns">
          <Tag tone="ok">{texts.on}</Tag>
          <Button
            variant="line"
            small
            disabled={removing.isLoading}
            onClick={() => runWithProof(async (proof) => (await remove(proof)).error)}
          >
            {texts.switchOff}
          </Button>
        </div>
      ) : (
        <Button variant="line" small onClick={() => runWithProof(setSetUpProof)}>
          {texts.setUp}
        </Button>
      )}
      {setUpProof && (
        <Dialog
          open
          notDismissible
          size="narrow"
          fullOnPhone
          title={texts.setUpTitle}
          onClose={() => setSetUpProof(null)}
        >
          <TotpSetUp
            proof={setUpProof}
            onDone={() => setSetUpProof(null)}
            onCancel={() => setSetUpProof(null)}
          />
        </Dialog>
      )}
    </SecurityRow>
  )
}

function RecoveryCodes({ left }: { left: number }) {
  const runWithProof = useProof()
  const [renew, renewing] = useRenewRecoveryCodesMutation()
  const codes = renewing.data?.recovery_codes
  return (
    <SecurityRow title={texts.recoveryTitle} note={texts.left(left)} error={renewing.error}>
      <Button
        variant="line"
        small
        disabled={renewing.isLoading}
        onClick={() => runWithProof(async (proof) => (await renew(proof)).error)}
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
    </SecurityRow>
  )
}
