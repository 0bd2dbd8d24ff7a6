// What the list is narrowed to. It lives in the address, so that back, reload and a sent link keep it.

import { useSearchParams } from 'react-router'
import { useHydrated } from '../../app/useHydrated.ts'

export type BlogFilters = { category: string; search: string; tag: string }

export function filtersOf(address: URLSearchParams): BlogFilters {
  return {
    category: address.get('category')?.trim() || 'all',
    search: address.get('search')?.trim() ?? '',
    tag: address.get('tag')?.trim() ?? '',
  }
}

export function toAddress({ category, search, tag }: BlogFilters): URLSearchParams {
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
  const filters = filtersOf(isLive ? address : new URLSearchParams())
  /** Typing changes the present entry of the history; a press makes a new one. */
  function change(changed: Partial<BlogFilters>, how: { replace?: boolean } = {}) {
    setAddress(toAddress({ ...filters, ...changed }), { ...how, preventScrollReset: true })
  }
  return { filters, change }
}
