import type { ReactNode } from 'react'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { security } from '../../app/texts/security.ts'
import { ErrorNote } from '../../ui/Note'
import { Loading, Skeleton } from '../../ui/Skeleton'

type Asked<Data> = { data?: Data; error?: unknown; refetch: () => unknown }
type Props<Data> = { query: Asked<Data>; children: (data: Data) => ReactNode }

export function Part<Data>({ query, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <ErrorNote
        title={security.failed}
        code={requestIdOf(query.error)}
        onRetry={() => query.refetch()}
      />
    )
  return (
    <Loading>
      <Skeleton height="4rem" />
    </Loading>
  )
}

export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  return <p role="alert">{failureText(error, security.failed)}</p>
}
