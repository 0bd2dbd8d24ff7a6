import type { ReactNode } from 'react'
import { ErrorNote } from '../ui/Note'
import { Loading } from '../ui/Skeleton'
import { problemText, requestIdOf } from './problem.ts'

export type QueryState<Data> = {
  currentData?: Data
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

export type QueryViewProps<Data> = {
  query: QueryState<Data>
  /** The title of the error. */
  errorTitle: string
  /** A skeleton in the shape of the data. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * The states of a query: loading, failed, ready. Loaded data stays visible when a refresh fails; a failure goes while
 * the query is asked again.
 */
export function QueryView<Data>({ query, errorTitle, skeleton, children }: QueryViewProps<Data>) {
  if (query.currentData !== undefined) return children(query.currentData)
  if (query.error && !query.isFetching)
    return (
      <ErrorNote title={errorTitle} code={requestIdOf(query.error)} onRetry={() => query.refetch()}>
        {problemText(query.error, '')}
      </ErrorNote>
    )
  return <Loading>{skeleton}</Loading>
}
