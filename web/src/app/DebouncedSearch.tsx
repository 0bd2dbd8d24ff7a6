// A search field that asks when the typing pauses; what it asked for is in the address, which may also
// change under it (back, 'Снять фильтры').

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchField, type SearchFieldProps } from '../ui/SearchField'
import { liveStream } from './limits.ts'

type Props = Omit<SearchFieldProps, 'value' | 'onValueChange'> & {
  query: string
  onSearch: (search: string) => void
}

export function DebouncedSearch({ hideLabel = false, query, onSearch, ...field }: Props) {
  const [typed, setTyped] = useState(query)
  // What the field asked for comes back by the address and is no news to it: more may be typed by then.
  const lastQuery = useRef(query.trim())
  useEffect(() => {
    if (query.trim() === lastQuery.current) return
    lastQuery.current = query.trim()
    setTyped(query)
  }, [query])
  // What else changed in the address during the pause must stay in it.
  const submitQuery = useEffectEvent(() => {
    const search = typed.trim()
    if (search === lastQuery.current) return
    lastQuery.current = search
    onSearch(search)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew.
  useEffect(() => {
    const timer = setTimeout(() => submitQuery(), liveStream.typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField {...field} hideLabel={hideLabel} value={typed} onValueChange={setTyped} />
}
