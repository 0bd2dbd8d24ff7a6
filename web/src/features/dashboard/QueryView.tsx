import type { ReactNode } from 'react'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { ErrorNote } from '../../ui/Note'
import { Loading, Skeleton } from '../../ui/Skeleton'

type QueryState<Data> = {
  currentData?: Data
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: QueryState<Data>
  /** What could not be had. */
  errorTitle: string
  /** In the shape of what comes. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The states of a call. What was had once stays when a refresh of it fails. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing else to be told apart by.
        <li key={row} className="db-skeleton">
          <Skeleton width={`${34 + ((row * 13) % 24)}%`} height={20} />
          <Skeleton width={`${58 + ((row * 11) % 24)}%`} />
        </li>
      ))}
    </ul>
  )
}

/** Why a deed failed, beside its button. */
export function ActionError({ error, fallback }: { error: unknown; fallback: string }) {
  if (!error) return null
  return (
    <p role="alert" className="s db-error" data-request-id={requestIdOf(error)}>
      {problemText(error, fallback)}
    </p>
  )
}
