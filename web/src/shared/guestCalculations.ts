// Calculations that a visitor has saved in this browser. After a sign-in they are added to the account.

import { useEffect } from 'react'
import { useClaimCalculationsMutation } from '../api/calculations.ts'
import { isProblem } from '../api/problem.ts'
import type { GuestCalculation, KeptCalculation } from '../api/wire/calculator.ts'
import { guestCalculationsKey } from '../platform/privateStorage.ts'
import { read, remove, write } from '../platform/storage.ts'

/** The most calculations that the server accepts in one request. */
const maximum = 50

const isGuestCalculation = (value: unknown): value is GuestCalculation => {
  const { id, claimToken } = (value ?? {}) as Partial<GuestCalculation>
  return typeof id === 'string' && typeof claimToken === 'string'
}

function readGuestCalculations(): GuestCalculation[] {
  try {
    const stored: unknown = JSON.parse(read(guestCalculationsKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isGuestCalculation) : []
  } catch {
    return []
  }
}

/** Does nothing with the calculation of a signed-in user, because its answer has no token. */
export function rememberGuestCalculation({ id, claimToken }: KeptCalculation): void {
  if (!claimToken) return
  const others = readGuestCalculations().filter((calculation) => calculation.id !== id)
  write(guestCalculationsKey, JSON.stringify([...others, { id, claimToken }].slice(-maximum)))
}

/**
 * Adds the calculations of this browser to the signed-in account. They stay in the browser until the server has
 * answered: without an answer, the next page tries again.
 */
export function useGuestCalculationsClaim() {
  const [claim, { data, reset }] = useClaimCalculationsMutation()
  useEffect(() => {
    const calculations = readGuestCalculations()
    if (calculations.length === 0) return
    void claim({ calculations }).then(({ data: answer, error }) => {
      const isRefused = isProblem(error) && error.status === 422
      if (answer || isRefused) remove(guestCalculationsKey)
    })
  }, [claim])
  return { claimed: data?.claimed.length ?? 0, left: data?.left.length ?? 0, close: reset }
}
