import { type ReactNode, useId } from 'react'
import { problemText, requestIdOf } from '../../app/problem.ts'
import { security } from '../../app/texts/security.ts'
import { ErrorNote } from '../../ui/Note'
import { Loading, Skeleton } from '../../ui/Skeleton'

type Props = { title: string; note?: ReactNode; children: ReactNode }

/** One part of 'Безопасность': the description on the left, the actions on the right. */
export function SecurityPart({ title, note, children }: Props) {
  const id = useId()
  return (
    <section className="sec-part is-worked-right" aria-labelledby={id}>
      <div className="sec-what">
        <h2 id={id}>{title}</h2>
        {note && <p className="s ink2">{note}</p>}
      </div>
      <div className="sec-how">{children}</div>
    </section>
  )
}

type QueryState<Data> = { data?: Data; error?: unknown; refetch: () => unknown }

/** The states of a query: skeleton, error or data. */
export function SecurityQuery<Data>(props: {
  query: QueryState<Data>
  children: (data: Data) => ReactNode
}) {
  const { query, children } = props
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <ErrorNote
        title={security.loadFailed}
        code={requestIdOf(query.error)}
        onRetry={() => query.refetch()}
      >
        {problemText(query.error, '')}
      </ErrorNote>
    )
  return (
    <Loading>
      <Skeleton height="4rem" />
    </Loading>
  )
}

export function ActionError({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p role="alert" className="auth-failure" data-request-id={requestIdOf(error)}>
      {problemText(error, security.failed)}
    </p>
  )
}
