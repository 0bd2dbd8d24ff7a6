import { useDeferredValue } from 'react'
import type { QueryState } from './QueryView.tsx'

/**
 * Hides the first data of a query until React has rendered it in the background. Rendering a long list at once would
 * block the input of a phone. Later data is shown at once.
 */
export function useDeferredFirstData<Query extends QueryState<unknown>>(query: Query): Query {
  const isShown = useDeferredValue(query.currentData !== undefined)
  return isShown ? query : { ...query, currentData: undefined }
}
