import type { ReactNode } from 'react'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { ErrorNote } from '../../ui/Note'
import { Loading, Skeleton } from '../../ui/Skeleton'

export type QueryState<Data> = {
  currentData?: Data
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryState<Data>
  /** The title of the error. */
  errorTitle: string
  /** A skeleton in the shape of the data. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The states of a query: loading, failed, ready. Loaded data stays visible when a refresh fails. */
export function QueryView<Data>({ query, errorTitle, skeleton, children }: Props<Data>) {
  if (query.currentData !== undefined) return children(query.currentData)
  if (query.error && !query.isFetching)
    return (
      <ErrorNote title={errorTitle} code={requestIdOf(query.error)} onRetry={() => query.refetch()}>
        {problemText(query.error, '')}
      </ErrorNote>
    )
  return <Loading>{skeleton ?? <RowsSkeleton />}</Loading>
}

export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <ul className="db-rows">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
        <li key={row} className="db-skeleton">
          <Skeleton width={`${34 + ((row * 13) % 24)}%`} height={20} />
          <Skeleton width={`${58 + ((row * 11) % 24)}%`} />
        </li>
      ))}
    </ul>
  )
}

/** The error of an action, beside its button. */
export function ActionError({ error, fallback }: { error: unknown; fallback: string }) {
  if (!error) return null
  return (
    <p role="alert" className="s db-error" data-request-id={requestIdOf(error)}>
      {problemText(error, fallback)}
    </p>
  )
}
