import { describe, expect, it } from 'vitest'
import { formatKeepingCaret } from './caret.ts'
import { formatPhone, formatStoredPhone, normalizePhone } from './phone.ts'

describe('formatPhone', () => {
  it.each([
    ['9162041234', '+7 916 204-12-34'],
    ['8 (916) 204-12-34', '+7 916 204-12-34'],
    ['+7(916)2041234', '+7 916 204-12-34'],
    ['+7 916 2', '+7 916 2'],
    ['8', '+7'],
    ['+', '+'],
    ['', ''],
    ['+49 170 123', '+49 170 123'],
    ['00 49 170 1234567', '+49 170 1234567'],
    ['\u202a+49 170 123\u202c', '+49 170 123'],
    ['+7 495 123-45-67 доб. 1234', '+7 495 123-45-67 доб. 1234'],
    ['791620412345', '+7 916 204-12-345'],
  ])('formats %j as %j', (typed, formatted) => expect(formatPhone(typed)).toBe(formatted))
})

describe('formatStoredPhone', () => {
  it.each([
    ['+79162041234', '+7 916 204-12-34'],
    ['+491701234567', '+49 170 123-45-67'],
    ['+375291234567', '+375 29 123-45-67'],
    ['+12025550123', '+1 202 555-01-23'],
    ['+37251234567', '+372 5 123-45-67'],
    ['+8613912345678', '+86 1 391 234-56-78'],
    ['+749500000101', '+749500000101'],
    ['', ''],
  ])('formats %j as %j', (number, formatted) => expect(formatStoredPhone(number)).toBe(formatted))
})

describe('normalizePhone', () => {
  it('gives the server plain digits', () =>
    expect(normalizePhone('8 916 204-12-34')).toBe('+79162041234'))
  it('accepts numbers of other countries', () =>
    expect(normalizePhone('+375 29 123-45-67')).toBe('+375291234567'))
  it('takes 00 for a plus', () => expect(normalizePhone('0049 170 1234567')).toBe('+491701234567'))
  it('refuses an extension, which nothing could dial', () => {
    for (const typed of ['+7 495 123-45-67 доб. 1234', '+49 170 1234567 доб. 12'])
      expect(normalizePhone(typed)).toBeNull()
  })
  it('refuses a short number', () => expect(normalizePhone('+7 916 204')).toBeNull())
})

describe('the caret', () => {
  function typeAt(value: string, caret: number) {
    const input = document.createElement('input')
    input.value = value
    input.setSelectionRange(caret, caret)
    formatKeepingCaret(input, formatPhone)
    return [input.value, input.selectionStart]
  }
  it('stays at the end while one types', () => expect(typeAt('9', 1)).toEqual(['+7 9', 4]))
  it('stays after its digit in the middle', () => {
    expect(typeAt('+7 9106 204-12-34', 6)).toEqual(['+7 910 620-41-234', 6])
  })
  it('steps over a space that was deleted', () => {
    expect(typeAt('+7 916204-12-34', 6)).toEqual(['+7 916 204-12-34', 6])
  })
})
