import { describe, expect, it } from 'vitest'
import { formatTypedNumber, parseNumber } from './typedNumbers.ts'

describe('a typed number', () => {
  it.each([
    ['3 000 000', 3000000],
    ['2,0', 2],
    ['1\u2009234,5\u00a0₽', 1234.5],
    ['', null],
    ['12a', null],
    [',', null],
  ])('is read from %j', (typed, value) => expect(parseNumber(typed)).toBe(value))
  it('gets grouped digits while it is typed', () => {
    expect(formatTypedNumber('3000000')).toBe('3\u2009000\u2009000')
    expect(formatTypedNumber('2.0')).toBe('2,0')
    expect(formatTypedNumber('1,2,3')).toBe('1,23')
    // The text is formatted after each typed character.
    const shown = [...'3.000.000'].reduce((value, sign) => formatTypedNumber(value + sign), '')
    expect(parseNumber(shown)).toBe(3_000_000)
  })
  it.each([
    ['3.000.000', 3_000_000],
    ['3,000,000', 3_000_000],
    ['3.000.', 3000],
    ['3.000', 3],
    ['6000000,5', 6_000_000.5],
    ['6 000 000,50', 6_000_000.5],
    ['6.000.000,50', 6_000_000.5],
    ['6,000,000.50', 6_000_000.5],
    ['6.000,5', 6000.5],
    ['6,000,5', null],
    ['-5', -5],
    ['\u22125', -5],
  ])('is formatted from %j, and then read as %d', (typed, value) =>
    expect(parseNumber(formatTypedNumber(typed))).toBe(value),
  )
})
