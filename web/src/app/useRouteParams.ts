import { type PathParam, useParams } from 'react-router'
import type { routeTable } from './routeTable.ts'

type RoutePath = (typeof routeTable)[number]['path']

/** The parameters of the page of this route; '' for an optional one that the address does not have. */
export function useRouteParams<Path extends RoutePath>(
  route: Path,
): Record<PathParam<Path>, string> {
  const params = useParams()
  const names = [...route.matchAll(/:(\w+)|\*$/g)].map(([all, name]) => name ?? all)
  return Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) as Record<
    PathParam<Path>,
    string
  >
}
