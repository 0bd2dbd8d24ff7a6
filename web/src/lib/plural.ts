import { formatNumber, type Place } from './numbers.ts'
import { NBSP } from './spaces.ts'

/** The forms after 1, 2 and 5: ['автомобиль', 'автомобиля', 'автомобилей']. */
type Forms = readonly [one: string, few: string, many: string]

const rules = new Intl.PluralRules('ru')

export function pluralize(count: number, forms: Forms): string {
  // A fraction takes the genitive singular: 1,5 года.
  if (!Number.isInteger(count)) return forms[1]
  const rule = rules.select(Math.abs(count))
  if (rule === 'one') return forms[0]
  return rule === 'few' ? forms[1] : forms[2]
}

/** '48 автомобилей', with a non-breaking space. */
export function formatCount(count: number, forms: Forms, place: Place = 'num'): string {
  return `${formatNumber(count, place)}${NBSP}${pluralize(count, forms)}`
}
