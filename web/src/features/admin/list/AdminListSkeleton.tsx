import { adminList as texts } from '../../../shared/texts/adminList.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'

/** Widths of eight skeleton lines in percent. They differ, because they are also the React keys. */
const skeletonWidths = [62, 48, 71, 55, 44, 66, 51, 58]

export function AdminListSkeleton() {
  return (
    <Loading label={texts.loading}>
      {skeletonWidths.map((width) => (
        <div key={width} className="ad-wait">
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </Loading>
  )
}

/** QueryView properties of a list that is loading or has failed. */
export const listStates = {
  errorTitle: texts.listFailed,
  skeleton: <AdminListSkeleton />,
  isSkeletonBusy: true,
}
