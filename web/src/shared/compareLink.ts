// Addresses of a comparison. They contain the ids of the compared records, so they can be shared and kept.

import { pages } from './paths.ts'

export const maxCompared = 4

/** Ids of the records in a query parameter: without duplicates, at most `maxCompared`. */
export function parseCompared(text: string | null): string[] {
  const ids = (text ?? '').split(',').filter((id) => /^[\w-]{1,100}$/.test(id))
  return [...new Set(ids)].slice(0, maxCompared)
}

export const buildCarComparisonPath = (slugs: readonly string[]) =>
  `${pages.compare}?cars=${slugs.join(',')}`

export const buildCalculationComparisonPath = (ids: readonly string[]) =>
  `${pages.compare}?calculations=${ids.join(',')}`
