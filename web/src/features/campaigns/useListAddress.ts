// Where the lists of this page stand is in its address, each under names of its own.

import { useSearchParams } from 'react-router'

export function useListAddress() {
  const [address, setAddress] = useSearchParams()
  /** Typing and choosing fill no history; turning a page does. */
  function change(changed: Record<string, string | number>, replace = true) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          if (value === '' || value === 1) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }
  return { read: (name: string) => address.get(name) ?? '', change }
}
