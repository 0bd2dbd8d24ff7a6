import type { ReactNode } from 'react'
import { describeProblem, getRequestId } from '../api/problem.ts'
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
  /** The text for an error without a message of the server. */
  errorHint?: string
  /** Heading of a failed page that has no heading of its own. */
  heading?: string
  /** Renders the error instead of the message, for example an empty state for a 404. */
  renderError?: (error: unknown, errorNote: ReactNode) => ReactNode
  /** A skeleton in the shape of the data. */
  skeleton: ReactNode
  /** The skeleton is a list that sets `aria-busy` itself. */
  isSkeletonBusy?: boolean
  children: (data: Data) => ReactNode
}

/**
 * The error to show for a query: none while there is data, and none during a retry, since RTK Query
 * keeps the last error until the next attempt succeeds.
 */
export function findErrorToShow({ currentData, error, isFetching }: QueryState<unknown>): unknown {
  return currentData === undefined && !isFetching ? error : undefined
}

/** Whether the first response has arrived or failed. Parts below no longer move then. */
export const isSettled = ({
  currentData,
  error,
}: Pick<QueryState<unknown>, 'currentData' | 'error'>): boolean =>
  currentData !== undefined || error !== undefined

/**
 * The states of a query: loading, failed, ready. Loaded data stays visible when a refetch fails. An
 * error disappears during a retry.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const {
    query,
    errorTitle,
    errorHint = '',
    heading,
    renderError,
    skeleton,
    isSkeletonBusy,
  } = props
  if (query.currentData !== undefined) return props.children(query.currentData)
  const error = findErrorToShow(query)
  if (!error) return isSkeletonBusy ? skeleton : <Loading>{skeleton}</Loading>
  const note = (
    <ErrorNote title={errorTitle} code={getRequestId(error)} onRetry={() => query.refetch()}>
      {describeProblem(error, errorHint)}
    </ErrorNote>
  )
  if (renderError) return renderError(error, note)
  if (!heading) return note
  return (
    <div className="stack-24">
      <h1>{heading}</h1>
      {note}
    </div>
  )
}
