import { describeProblem, isProblem } from '../../../api/problem.ts'
import { adminList } from '../../../shared/texts/adminList.ts'

/** Describes why a record was not saved or changed. A 404 means that a colleague has deleted it. */
export const describeRecordProblem = (error: unknown, fallback: string): string =>
  isProblem(error) && error.status === 404 ? adminList.recordGone : describeProblem(error, fallback)
