import { describe, expect, it } from 'vitest'
import { findHoursField, readExceptions, readSchedule, writeException } from './hoursFields.ts'

describe('the opening hours in the panel', () => {
  it('have one entry for days with the same hours, and none for a day without times', () => {
    const values = {
      'day1.from': '9:00',
      'day1.to': '18:00',
      'day3.from': '09:00',
      'day3.to': '18:00',
    }
    expect(
      readSchedule({ ...values, 'day6.from': '10:00', 'day6.to': '16:00', 'day7.from': '' }),
    ).toEqual([
      { days: [1, 3], from: '09:00', to: '18:00' },
      { days: [6], from: '10:00', to: '16:00' },
    ])
  })

  it('show an error about a group of days at its first day', () => {
    const values = {
      'day1.from': '09:00',
      'day1.to': '18:00',
      'day3.from': '25:00',
      'day3.to': '18:00',
      'day4.from': '25:00',
      'day4.to': '18:00',
    }
    expect(findHoursField('schedule.1.from', values)).toBe('day3.from')
    expect(findHoursField('schedule.1.to', values)).toBe('day3.to')
    expect(findHoursField('schedule.0', values)).toBe('day1.from')
    expect(findHoursField('exceptions.0.date', values)).toBeUndefined()
  })

  it('have exceptions, which are parsed from lines of text', () => {
    const text = '31.12.2026 закрыто\n\n04.01.2027 10:00–14:00\n5.1.2027, с 9:00 до 15:00'
    const read = readExceptions(text)
    expect(read).toEqual([
      { date: '2026-12-31', closed: true },
      { date: '2027-01-04', from: '10:00', to: '14:00' },
      { date: '2027-01-05', from: '09:00', to: '15:00' },
    ])
    expect(read.map(writeException)[1]).toBe('04.01.2027 10:00–14:00')
  })

  it('are sent with invalid exceptions too, so that the server refuses them', () => {
    expect(readExceptions('завтра закрыто')).toEqual([{ date: 'завтра закрыто', closed: true }])
    expect(readExceptions('04.01.2027 по записи')).toEqual([{ date: '2027-01-04' }])
  })
})
