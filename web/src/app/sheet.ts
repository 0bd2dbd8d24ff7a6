// What a route tells the shell about its page: the stamp in the footer, and whether moving inside
// the same place keeps the scroll position (a dialog that is a view of its list).

import { useMatches } from 'react-router'

export type Sheet = {
  /** The page's name in the stamp. */
  sheet?: string
  /** The drawing's scale in the stamp: '1 : 20'. */
  scale?: string
  /** Pages of one place do not scroll to the top when the visitor moves between them. */
  place?: string
  /** The page fills the window by itself, without the footer: the admin desk. */
  bare?: boolean
}

export function useSheet(): Sheet {
  const matches = useMatches()
  return Object.assign({}, ...matches.map((match) => match.handle)) as Sheet
}
