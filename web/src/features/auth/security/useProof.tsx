// Confirmation of identity before sensitive actions. It is requested once for all parts of a page
// and valid as long as the server says.

import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { ProofDialog } from './ProofDialog.tsx'
import type { Proof } from './securityApi.ts'

/**
 * Performs the action. Returns the error of the failed request, so that an expired confirmation is
 * requested again.
 */
type ProtectedAction = (proof: Proof) => unknown

const ProofContext = createContext<(action: ProtectedAction) => void>(() => {})

/**
 * `runWithProof(action)` performs the action at once while a confirmation is valid, otherwise after
 * the user has confirmed.
 */
export const useProof = () => useContext(ProofContext)

const expiryMarginMs = 10_000

export function ProofProvider({ children }: { children: ReactNode }) {
  const saved = useRef<{ proof: Proof; until: number } | null>(null)
  const [pendingAction, setPendingAction] = useState<ProtectedAction | null>(null)

  function runWithProof(action: ProtectedAction) {
    if (!saved.current || saved.current.until < Date.now()) return setPendingAction(() => action)
    void perform(saved.current.proof, action)
  }

  async function perform(proof: Proof, action: ProtectedAction) {
    const error = await action(proof)
    if (!isProblem(error) || error.code !== 'confirmation_required') return
    saved.current = null
    setPendingAction(() => action)
  }

  function onProved(confirmation: string, seconds: number) {
    const proof = { confirmation }
    saved.current = { proof, until: Date.now() + seconds * 1000 - expiryMarginMs }
    setPendingAction(null)
    if (pendingAction) void perform(proof, pendingAction)
  }

  return (
    <ProofContext value={runWithProof}>
      {children}
      {pendingAction && <ProofDialog onProved={onProved} onClose={() => setPendingAction(null)} />}
    </ProofContext>
  )
}
