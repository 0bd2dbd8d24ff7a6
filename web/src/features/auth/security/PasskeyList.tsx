import { useState } from 'react'
import { formatDay, formatDayAndTime } from '../../../lib/dates.ts'
import { keys as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { canUsePasskeys, createPasskey } from '../passkeys.ts'
import { SecurityError, SecurityQuery, SecurityRow } from './SecurityPart.tsx'
import {
  type Proof,
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useGetPasskeysQuery,
  useRemovePasskeyMutation,
} from './securityApi.ts'
import { useProof } from './useProof.tsx'

/** `addPasskey` adds a passkey of this device and returns the server's error, if any. */
function useNewPasskey() {
  const [begin] = useBeginPasskeyMutation()
  const [add] = useAddPasskeyMutation()
  const [failure, setFailure] = useState<unknown>(null)
  async function addPasskey(proof: Proof) {
    setFailure(null)
    const challenge = await begin(proof)
    if (!challenge.data) {
      setFailure(challenge.error)
      return challenge.error
    }
    const credential = await createPasskey(challenge.data.options)
    if (!credential) {
      setFailure({ code: 'not_made', message: texts.notMade })
      return undefined
    }
    const answer = await add({ proof, credential, name: texts.named(formatDay(new Date())) })
    if (!answer.data) setFailure(answer.error)
    return answer.error
  }
  return { addPasskey, failure }
}

export function PasskeyList() {
  const query = useGetPasskeysQuery()
  const runWithProof = useProof()
  const { addPasskey, failure } = useNewPasskey()
  const [remove, removing] = useRemovePasskeyMutation()
  return (
    <div className="sec-sub">
      <h3>{texts.title}</h3>
      <p className="s ink2">{texts.note}</p>
      <SecurityQuery query={query}>
        {({ passkeys }) => (
          <ul className="rows sec-rows">
            {passkeys.map((passkey) => (
              <SecurityRow
                key={passkey.id}
                title={passkey.name}
                note={
                  passkey.last_used_at
                    ? texts.used(formatDayAndTime(passkey.last_used_at))
                    : texts.unused
                }
              >
                <Button
                  variant="line"
                  small
                  disabled={removing.isLoading}
                  onClick={() =>
                    runWithProof(async (proof) => (await remove({ proof, id: passkey.id })).error)
                  }
                >
                  {texts.remove}
                </Button>
              </SecurityRow>
            ))}
          </ul>
        )}
      </SecurityQuery>
      <SecurityError error={failure ?? removing.error} />
      {canUsePasskeys() ? (
        <Button variant="line" wide onClick={() => runWithProof(addPasskey)}>
          {texts.add}
        </Button>
      ) : (
        <p className="s ink2">{texts.unable}</p>
      )}
    </div>
  )
}
