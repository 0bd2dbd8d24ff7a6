import { type ReactNode, useId } from 'react'
import { ActionError } from '../../../shared/ActionError.tsx'
import { QueryView, type QueryViewProps } from '../../../shared/QueryView.tsx'
import { security } from '../../../shared/texts/security.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

type Props = { title: string; note?: ReactNode; children: ReactNode }

/** One part of 'Безопасность': the description on the left, the actions on the right. */
export function SecurityPart({ title, note, children }: Props) {
  const id = useId()
  return (
    <section className="sec-part is-worked-right" aria-labelledby={id}>
      <div className="stack-8 sec-what">
        <h2 id={id}>{title}</h2>
        {note && <p className="s ink2">{note}</p>}
      </div>
      <div className="sec-how">{children}</div>
    </section>
  )
}

type SecurityRowProps = {
  title: ReactNode
  note: ReactNode
  /** Error of an action on the row. */
  error?: unknown
  /** Actions with their dialogs. */
  children?: ReactNode
}

/** One row: title, details and actions. */
export function SecurityRow({ title, note, error, children }: SecurityRowProps) {
  return (
    <li className="row-wrap">
      <div>
        <p>{title}</p>
        <p className="s ink2">{note}</p>
        <SecurityError error={error} />
      </div>
      {children}
    </li>
  )
}

type SecurityQueryProps<Data> = Pick<QueryViewProps<Data>, 'query' | 'children'>

/** A `QueryView` with the error text and the skeleton of this page. */
export function SecurityQuery<Data>(view: SecurityQueryProps<Data>) {
  return (
    <QueryView errorTitle={security.loadFailed} skeleton={<Skeleton height="4rem" />} {...view} />
  )
}

export const SecurityError = ({ error }: { error: unknown }) => (
  <ActionError error={error} fallback={security.failed} />
)
