// The state of a page's lists is in the query string, so a link, Back and a reload restore it.
// Several lists on one page use different parameter names.

import { useSearchParams } from 'react-router'

/**
 * The current parameters of the URL. The router's parameters are as old as the component's last
 * render, so a change based on them would undo another change that is not rendered yet, such as a
 * search that was typed before a click.
 */
export const readCurrentParams = () => new URLSearchParams(window.location.search)

/** The page of a list in the URL, from 1. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

export function useListParams() {
  const [params, setParams] = useSearchParams()
  /** Typing and filters replace the history entry; a new page of the list adds one. */
  function change(
    changed: Record<string, string | number | null>,
    { replace = true }: { replace?: boolean } = {},
  ) {
    const next = readCurrentParams()
    for (const [name, value] of Object.entries(changed)) {
      if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name)
      else next.set(name, String(value))
    }
    setParams(next, { replace, preventScrollReset: true })
  }
  return {
    params,
    page: readPage(params),
    read: (name: string) => params.get(name) ?? '',
    change,
    /** Removes every parameter except these. */
    keepOnly: (names: readonly string[]) =>
      setParams(
        [...readCurrentParams()].filter(([name]) => names.includes(name)),
        {
          preventScrollReset: true,
        },
      ),
  }
}
