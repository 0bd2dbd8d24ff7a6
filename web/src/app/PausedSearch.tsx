// A search field that asks when the typing pauses; what it asked for is in the address, which may also
// change under it (back, 'Снять фильтры').

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchField, type SearchFieldProps } from '../ui/SearchField'
import { liveStream } from './limits.ts'

type Props = Omit<SearchFieldProps, 'value' | 'onValueChange'> & {
  asked: string
  onSearch: (search: string) => void
}

export function PausedSearch({ hideLabel = false, asked, onSearch, ...field }: Props) {
  const [typed, setTyped] = useState(asked)
  // What the field asked for comes back by the address and is no news to it: more may be typed by then.
  const own = useRef(asked.trim())
  useEffect(() => {
    if (asked.trim() === own.current) return
    own.current = asked.trim()
    setTyped(asked)
  }, [asked])
  // What else changed in the address during the pause must stay in it.
  const ask = useEffectEvent(() => {
    const search = typed.trim()
    if (search === own.current) return
    own.current = search
    onSearch(search)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew.
  useEffect(() => {
    const pause = setTimeout(() => ask(), liveStream.typingPause)
    return () => clearTimeout(pause)
  }, [typed])
  return <SearchField {...field} hideLabel={hideLabel} value={typed} onValueChange={setTyped} />
}
