import { Skeleton } from '../../ui/Skeleton.tsx'

/** Skeleton of a list in the personal area. */
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
