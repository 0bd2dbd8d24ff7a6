import { useDeferredValue } from 'react'
import type { QueryState } from './QueryView.tsx'

/**
 * The query without its first data until React has rendered them in pauses: a long list that is rendered at once keeps a
 * phone from answering. Later data is there at once.
 */
export function useDeferredFirstData<Query extends QueryState<unknown>>(query: Query): Query {
  const isShown = useDeferredValue(query.currentData !== undefined)
  return isShown ? query : { ...query, currentData: undefined }
}
