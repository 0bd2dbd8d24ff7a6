import { describe, expect, it } from 'vitest'
import {
  formatNumber,
  formatPercent,
  formatRoubles,
  formatRoublesChange,
  formatWithUnit,
} from './numbers.ts'

describe('figures', () => {
  it('groups by thin spaces inside .num and by narrow ones in text', () => {
    expect(formatRoubles(1234567)).toBe('1\u2009234\u2009567\u00a0₽')
    expect(formatRoubles('1234567.49', 'text')).toBe('1\u202f234\u202f567\u00a0₽')
  })
  it('sets the comma and the minus of Russian print', () => {
    expect(formatNumber('-1234.5')).toBe('\u22121\u2009234,5')
    expect(formatNumber(0.5)).toBe('0,5')
    expect(formatRoubles(-0.2)).toBe('0\u00a0₽')
  })
  it('shows a dash for a value that is not a number', () => expect(formatNumber('abc')).toBe('—'))
  it('shows the sign of a difference', () => {
    expect(formatRoublesChange(343000)).toBe('+343\u2009000\u00a0₽')
    expect(formatRoublesChange(-1)).toBe('\u22121\u00a0₽')
  })
  it('formats percentages and units', () => {
    expect(formatPercent(0.61638)).toBe('61,6\u00a0%')
    expect(formatPercent(0.2)).toBe('20\u00a0%')
    expect(formatWithUnit(64000, 'км')).toBe('64\u2009000\u00a0км')
  })
})
