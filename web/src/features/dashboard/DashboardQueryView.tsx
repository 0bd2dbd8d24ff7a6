import { QueryView, type QueryViewProps } from '../../shared/QueryView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = Omit<QueryViewProps<Data>, 'skeleton'> &
  Partial<QueryViewProps<Data>> & {
    /** The heading of a page that has none of its own while its data could not be loaded. */
    heading?: string
  }

/** The states of a query of the personal area: rows stand for what is not loaded yet. */
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
