// A search field that submits when typing pauses. The submitted query is in the URL, which can also
// change otherwise (Back, 'Снять фильтры').

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchField, type SearchFieldProps } from '../../ui/SearchField.tsx'
import { searchDebounce } from '../limits.ts'

type Props = Omit<SearchFieldProps, 'value' | 'onValueChange'> & {
  query: string
  onSearch: (search: string) => void
}

export function DebouncedSearch({ hideLabel = false, query, onSearch, ...field }: Props) {
  const [typed, setTyped] = useState(query)
  // A query submitted by this field comes back through the URL. By then the user may have typed
  // more.
  const lastQuery = useRef(query.trim())
  useEffect(() => {
    if (query.trim() === lastQuery.current) return
    lastQuery.current = query.trim()
    setTyped(query)
  }, [query])
  // An effect event, because other changes of the URL during the pause must be kept.
  const submitQuery = useEffectEvent(() => {
    const search = typed.trim()
    if (search === lastQuery.current) return
    lastQuery.current = search
    onSearch(search)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the pause.
  useEffect(() => {
    const timer = setTimeout(() => submitQuery(), searchDebounce)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField {...field} hideLabel={hideLabel} value={typed} onValueChange={setTyped} />
}
