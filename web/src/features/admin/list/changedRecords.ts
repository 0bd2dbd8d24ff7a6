// The error of a request that changes several records, after somebody else has changed some of them.

import { isProblem } from '../../../api/problem.ts'
import { adminList } from '../../../shared/texts/adminList.ts'

/** Adds the names of the changed records to the message of a problem. Other errors stay as they are. */
export function addChangedNames(error: unknown, nameById: ReadonlyMap<string, string>): unknown {
  if (!isProblem(error) || !error.changedIds) return error
  const names = error.changedIds.flatMap((id) => nameById.get(id) ?? [])
  if (names.length === 0) return error
  return { ...error, message: adminList.changedMeanwhile(error.message, names) }
}
