import { useEffect, useState } from 'react'
import { liveStream } from '../../app/limits.ts'
import { kindNames, kinds } from '../../app/notificationKinds.ts'
import { centre } from '../../app/texts/notifications.ts'
import { SearchField } from '../../ui/SearchField'
import { Select } from '../../ui/Select'
import type { Filters, Status } from './useFilters.ts'

const every = { value: '', label: centre.every }
const types = [every, ...kindNames.map((name) => ({ value: name, label: kinds[name].label }))]
const statuses = [
  every,
  { value: 'unread', label: centre.unread },
  { value: 'read', label: centre.read },
]

type Props = { filters: Filters; onChange: (changed: Partial<Filters>) => void }

export function CentreFilters({ filters, onChange }: Props) {
  return (
    <div className="nt-filters">
      <Search asked={filters.search} onSearch={(search) => onChange({ search })} />
      <Select
        small
        label={centre.type}
        options={types}
        value={filters.type}
        onChange={(event) => onChange({ type: event.target.value as Filters['type'] })}
      />
      <Select
        small
        label={centre.status}
        options={statuses}
        value={filters.status}
        onChange={(event) => onChange({ status: event.target.value as Status })}
      />
    </div>
  )
}

/** Asks when the typing pauses; the address may also change under it (back, 'Снять фильтры'). */
function Search({ asked, onSearch }: { asked: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    setTyped(asked)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew.
  useEffect(() => {
    if (typed === asked) return
    const pause = setTimeout(() => onSearch(typed), liveStream.typingPause)
    return () => clearTimeout(pause)
  }, [typed])
  return (
    <SearchField label={centre.search} hideLabel={false} value={typed} onValueChange={setTyped} />
  )
}
