import { Loading, Skeleton } from '../../ui/Skeleton'

/** Skeleton rows of the size of notification rows. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Loading>
      <ul className="nt-list">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
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
