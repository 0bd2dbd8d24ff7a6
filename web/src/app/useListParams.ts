// Where the lists of a page stand is in its address, so that a link, the back button and a reload bring the
// same view back. Several lists of one page have names of their own.

import { useSearchParams } from 'react-router'

export function useListParams() {
  const [params, setParams] = useSearchParams()
  const pageParam = Number(params.get('page'))
  /** Typing and choosing fill no history; turning a page does. */
  function change(changed: Record<string, string | number | null>, replace = true) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }
  return {
    page: Number.isSafeInteger(pageParam) && pageParam > 1 ? pageParam : 1,
    read: (name: string) => params.get(name) ?? '',
    change,
    /** Forgets all that is asked but this. */
    keepOnly: (names: readonly string[]) =>
      setParams(
        (before) => new URLSearchParams([...before].filter(([name]) => names.includes(name))),
        { preventScrollReset: true },
      ),
  }
}
