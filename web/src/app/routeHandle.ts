// What a route tells the shell about its page: the stamp in the footer, and whether moving inside
// the same place keeps the scroll position (a dialog that is a view of its list).

import { useMatches } from 'react-router'

export type RouteHandle = {
  /** The page's name in the stamp. */
  stampTitle?: string
  /** The drawing's scale in the stamp: '1 : 20'. */
  stampScale?: string
  /** Pages of one place do not scroll to the top when the visitor moves between them. */
  scrollGroup?: string
  /** The page fills the window by itself, without the footer: the admin desk. */
  hasNoFooter?: boolean
}

export function useRouteHandle(): RouteHandle {
  const matches = useMatches()
  return Object.assign({}, ...matches.map((match) => match.handle)) as RouteHandle
}
