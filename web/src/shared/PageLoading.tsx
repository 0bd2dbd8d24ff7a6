// The page while its code, or who the user is, is not known yet: as high as the window, so that the footer stays below
// it when the page comes.

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
