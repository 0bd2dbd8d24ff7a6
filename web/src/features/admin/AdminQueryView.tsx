import { QueryView, type QueryViewProps } from '../../app/QueryView.tsx'
import { adminList as texts } from '../../app/texts/adminList.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = Omit<QueryViewProps<Data>, 'skeleton' | 'errorTitle'> &
  Partial<QueryViewProps<Data>>

/** The states of a query of the panel; without other settings those of a list. */
export function AdminQueryView<Data>(props: Props<Data>) {
  return (
    <QueryView
      errorTitle={texts.listFailed}
      skeleton={<ListSkeleton />}
      isSkeletonBusy
      {...props}
    />
  )
}

/** The state of a query inside a record of the panel: one bar stands for what is not loaded yet. */
export function BlockQueryView<Data>(props: Omit<QueryViewProps<Data>, 'skeleton'>) {
  return <QueryView skeleton={<Skeleton height="3rem" />} {...props} />
}

/** The widths of eight skeleton lines in percent. They differ, because they are the React keys too. */
const skeletonWidths = [62, 48, 71, 55, 44, 66, 51, 58]

export function ListSkeleton() {
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
