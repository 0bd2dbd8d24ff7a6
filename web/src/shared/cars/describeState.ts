import type { CarRead } from '../../api/wire/content.ts'
import { car as texts } from '../texts/cars.ts'

/** Whether the car can be bought. Only a car with an inspection record is said to be inspected. */
export function describeState({ status, inspection }: CarRead): string {
  return status === 'published' && inspection ? texts.inspected : texts.states[status]
}
