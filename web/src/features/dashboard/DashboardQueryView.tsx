import { QueryView, type QueryViewProps } from '../../shared/QueryView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = Omit<QueryViewProps<Data>, 'skeleton'> &
  Partial<QueryViewProps<Data>> & {
    /** Heading of a failed page that has no heading of its own. */
    heading?: string
  }

/** The states of a query in the personal area, with a skeleton of rows. */
export function DashboardQueryView<Data>({ heading, ...props }: Props<Data>) {
  const renderError: Props<Data>['renderError'] = heading
    ? (_error, note) => (
        <>
          <h1>{heading}</h1>
          {note}
        </>
      )
    : undefined
  return <QueryView skeleton={<RowsSkeleton />} renderError={renderError} {...props} />
}

export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <ul className="rows db-rows">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
        <li key={row} className="stack-12">
          <Skeleton width={`${34 + ((row * 13) % 24)}%`} height={20} />
          <Skeleton width={`${58 + ((row * 11) % 24)}%`} />
        </li>
      ))}
    </ul>
  )
}
