import { Loading, Skeleton } from '../../ui/Skeleton'

/** Rows of the size of notifications, as many as are expected. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Loading>
      <ul className="nt-list">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing else to be told apart by.
          <li key={row} className="nt-row">
            <i className="nt-pip" />
            <div className="nt-text">
              <Skeleton width={`${32 + ((row * 17) % 30)}%`} />
              <Skeleton width={`${50 + ((row * 13) % 28)}%`} />
            </div>
            <Skeleton width={84} height="0.75em" />
          </li>
        ))}
      </ul>
    </Loading>
  )
}
