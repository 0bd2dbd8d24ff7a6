// Shown while the code of the page or the session is loading. It is as high as the window, so the
// footer does not move when the page appears.

import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import './PageLoading.css'

export default function PageLoading({ label }: { label?: string }) {
  return (
    <div className="page page-loading">
      <Loading label={label}>
        <div className="stack-24">
          <Skeleton width="min(100%, 26rem)" height="2.5rem" />
          <Skeleton width="min(80%, 36rem)" />
          <Skeleton height="12rem" />
        </div>
      </Loading>
    </div>
  )
}
