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
  /** Content below that is always shown. */
  footer?: ReactNode
}

/** The same for data that is loaded with the record: one skeleton line until it arrives. */
export const QueryBlock = <Data,>({ title, footer, ...view }: QueryBlockProps<Data>) => (
  <Block title={title}>
    <QueryView skeleton={<Skeleton height="3rem" />} {...view} />
    {footer}
  </Block>
)
