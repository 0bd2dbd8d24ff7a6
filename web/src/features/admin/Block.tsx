import { type ReactNode, useId } from 'react'
import { QueryView, type QueryViewProps } from '../../shared/QueryView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** A part of an open record, with its heading. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="stack-16 ad-block" aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {children}
    </section>
  )
}

type QueryBlockProps<Data> = Omit<QueryViewProps<Data>, 'skeleton'> & {
  title: string
  /** Content below the data, shown in every state of the query. */
  footer?: ReactNode
}

/** A block whose data has its own request, with a skeleton until the data arrives. */
export const QueryBlock = <Data,>({ title, footer, ...view }: QueryBlockProps<Data>) => (
  <Block title={title}>
    <QueryView skeleton={<Skeleton height="3rem" />} {...view} />
    {footer}
  </Block>
)
