import { Button } from '../../ui/Button.tsx'

type Props = {
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown }
  label: string
  className?: string
}

/** Loads the next page of a list; renders nothing at its end. */
export function MoreButton({ query, label, className }: Props) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="line"
      small
      className={className}
      disabled={query.isFetching}
      onClick={() => query.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
