// A search field that asks when the typing pauses; what it asked for is in the address, which may also
// change under it (back, 'Снять фильтры').

import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from '../ui/SearchField'
import { liveStream } from './limits.ts'

type Props = {
  label: string
  hideLabel?: boolean
  asked: string
  onSearch: (search: string) => void
}

export function PausedSearch({ label, hideLabel = false, asked, onSearch }: Props) {
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    setTyped(asked)
  }
  // What else changed in the address during the pause must stay in it.
  const ask = useEffectEvent(() => {
    if (typed !== asked) onSearch(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew.
  useEffect(() => {
    const pause = setTimeout(() => ask(), liveStream.typingPause)
    return () => clearTimeout(pause)
  }, [typed])
  return <SearchField label={label} hideLabel={hideLabel} value={typed} onValueChange={setTyped} />
}
