import type { ReactNode } from 'react'
import { problemText, requestIdOf } from '../api/problem.ts'
import { ErrorNote } from '../ui/Note.tsx'
import { Loading } from '../ui/Skeleton.tsx'

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
  /** The text of an error without a message of the server. */
  errorHint?: string
  /** Replaces the message of an error, for example with an empty state for a 404. */
  renderError?: (error: unknown, errorNote: ReactNode) => ReactNode
  /** A skeleton in the shape of the data. */
  skeleton: ReactNode
  /** The skeleton is a list of the page that marks itself busy. */
  isSkeletonBusy?: boolean
  children: (data: Data) => ReactNode
}

/**
 * The error to show for a query: none while there is data, and none while the request is repeated, since RTK Query
 * keeps the error of the last attempt until the next one succeeds.
 */
export function errorToShow({ currentData, error, isFetching }: QueryState<unknown>): unknown {
  return currentData === undefined && !isFetching ? error : undefined
}

/** Whether the first answer has come, or failed: from now on the parts below stay where they are. */
export const isSettled = ({
  currentData,
  error,
}: Pick<QueryState<unknown>, 'currentData' | 'error'>): boolean =>
  currentData !== undefined || error !== undefined

/**
 * The states of a query: loading, failed, ready. Loaded data stays visible when a refresh fails; a failure goes while
 * the query is asked again.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, errorTitle, errorHint = '', renderError, skeleton, isSkeletonBusy } = props
  if (query.currentData !== undefined) return props.children(query.currentData)
  const error = errorToShow(query)
  if (!error) return isSkeletonBusy ? skeleton : <Loading>{skeleton}</Loading>
  const note = (
    <ErrorNote title={errorTitle} code={requestIdOf(error)} onRetry={() => query.refetch()}>
      {problemText(error, errorHint)}
    </ErrorNote>
  )
  return renderError ? renderError(error, note) : note
}
