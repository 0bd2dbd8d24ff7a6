// Proving once more that it is you, asked once for all parts of a page and good for as long as the server says.

import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { isProblem } from '../../app/problem.ts'
import { ProofDialog } from './ProofDialog.tsx'
import type { Proof } from './securityApi.ts'

/** Does what was wanted; gives the failed call's error, so that a proof that has run out is asked for again. */
type Deed = (proof: Proof) => unknown

const ProofContext = createContext<(deed: Deed) => void>(() => {})

/** `withProof(deed)` does the deed at once when the person has proven himself lately, else after he has. */
export const useProof = () => useContext(ProofContext)

const spare = 10_000

export function ProofKeeper({ children }: { children: ReactNode }) {
  const kept = useRef<{ proof: Proof; until: number } | null>(null)
  const [asked, setAsked] = useState<Deed | null>(null)

  function withProof(deed: Deed) {
    if (!kept.current || kept.current.until < Date.now()) return setAsked(() => deed)
    void perform(kept.current.proof, deed)
  }

  async function perform(proof: Proof, deed: Deed) {
    const error = await deed(proof)
    if (!isProblem(error) || error.code !== 'confirmation_required') return
    kept.current = null
    setAsked(() => deed)
  }

  function proved(confirmation: string, seconds: number) {
    const proof = { confirmation }
    kept.current = { proof, until: Date.now() + seconds * 1000 - spare }
    setAsked(null)
    if (asked) void perform(proof, asked)
  }

  return (
    <ProofContext value={withProof}>
      {children}
      {asked && <ProofDialog onProved={proved} onClose={() => setAsked(null)} />}
    </ProofContext>
  )
}
