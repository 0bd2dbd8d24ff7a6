import { type ReactNode, useId } from 'react'
import { QueryView, type QueryViewProps } from '../../shared/QueryView.tsx'
import { adminList as texts } from '../../shared/texts/adminList.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = Omit<QueryViewProps<Data>, 'skeleton' | 'errorTitle'> &
  Partial<QueryViewProps<Data>>

/** The states of a query in the admin panel. The defaults are those of a list. */
export function AdminQueryView<Data>(props: Props<Data>) {
  return (
    <QueryView
      errorTitle={texts.listFailed}
      skeleton={<AdminListSkeleton />}
      isSkeletonBusy
      {...props}
    />
  )
}

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

/** Widths of eight skeleton lines in percent. They differ, because they are also the React keys. */
const skeletonWidths = [62, 48, 71, 55, 44, 66, 51, 58]

export function AdminListSkeleton() {
  return (
    <Loading label={texts.loading}>
      {skeletonWidths.map((line) => (
        <div key={line} className="ad-wait">
          <Skeleton width={`${line}%`} />
        </div>
      ))}
    </Loading>
  )
}
