// The filters of the list. They are in the address, so that Back, reload and a shared link keep them.

import { useSearchParams } from 'react-router'
import { useHydrated } from '../../app/useHydrated.ts'

export type BlogFilters = { category: string; search: string; tag: string }

export function parseFilters(address: URLSearchParams): BlogFilters {
  return {
    category: address.get('category')?.trim() || 'all',
    search: address.get('search')?.trim() ?? '',
    tag: address.get('tag')?.trim() ?? '',
  }
}

export function toSearchParams({ category, search, tag }: BlogFilters): URLSearchParams {
  const address = new URLSearchParams()
  if (category !== 'all') address.set('category', category)
  if (search.trim()) address.set('search', search.trim())
  if (tag) address.set('tag', tag)
  return address
}

export const isNarrowed = ({ category, search, tag }: BlogFilters) =>
  category !== 'all' || search !== '' || tag !== ''

export function useFilters() {
  const [address, setAddress] = useSearchParams()
  const isLive = useHydrated()
  const filters = parseFilters(isLive ? address : new URLSearchParams())
  /** Typing replaces the current history entry; a click adds one. */
  function change(changed: Partial<BlogFilters>, how: { replace?: boolean } = {}) {
    setAddress(toSearchParams({ ...filters, ...changed }), { ...how, preventScrollReset: true })
  }
  return { filters, change }
}
