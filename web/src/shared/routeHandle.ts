// How a route configures the shell and its layout: the footer, the guard, the heading in the personal area,
// and whether the scroll position is kept (for a dialog that is a view of its list).

import { useMatches } from 'react-router'
import type { Text } from './texts/text.ts'

export type RouteHandle = {
  /** Navigation between pages of one group does not scroll to the top. */
  scrollGroup?: string
  /** The page fills the window without the footer: the admin panel. */
  hasNoFooter?: boolean
  /** Settings of the layout's guard that differ for this page. */
  guard?: { visitorTo?: 'home' | 'login'; denied?: Text }
  /** The heading of a page of the personal area, and a remark beside it. By default the area's name. */
  dashboardHead?: { title: string; remark?: string }
}

export function useRouteHandle(): RouteHandle {
  const matches = useMatches()
  return Object.assign({}, ...matches.map((match) => match.handle)) as RouteHandle
}
