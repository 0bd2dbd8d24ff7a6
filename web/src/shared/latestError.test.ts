import { expect, it } from 'vitest'
import { latestError } from './latestError.ts'

it('is the error of the call that was made last', () => {
  const failed = { error: 'refused', startedTimeStamp: 1 }
  expect(latestError(failed, { startedTimeStamp: undefined })).toBe('refused')
  expect(latestError(failed, { startedTimeStamp: 2 })).toBeUndefined()
  expect(latestError({ startedTimeStamp: 1 }, { error: 'late', startedTimeStamp: 2 })).toBe('late')
})
