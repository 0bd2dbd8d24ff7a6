import { expect, it } from 'vitest'
import { findLatestError } from './latestError.ts'

it('the latest error is the error of the call that was made last', () => {
  const failed = { error: 'refused', startedTimeStamp: 1 }
  expect(findLatestError(failed, { startedTimeStamp: undefined })).toBe('refused')
  expect(findLatestError(failed, { startedTimeStamp: 2 })).toBeUndefined()
  expect(findLatestError({ startedTimeStamp: 1 }, { error: 'late', startedTimeStamp: 2 })).toBe(
    'late',
  )
})
