import { describe, expect, it } from 'vitest'
import { formatTotal } from './totals.ts'

describe('the total of a list', () => {
  it('is exact up to ten thousand rows', () => {
    expect(formatTotal(0)).toBe('0')
    expect(formatTotal(10_000, 'text')).toBe('10\u202f000')
  })
  it('is given in thousands above that, because the API estimates it', () => {
    expect(formatTotal(124_431, 'text')).toBe('примерно 124\u202f000')
  })
})
