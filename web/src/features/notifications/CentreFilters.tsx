import { DebouncedSearch } from '../../app/DebouncedSearch.tsx'
import { kindNames, kinds } from '../../app/notificationKinds.ts'
import { centre } from '../../app/texts/notifications.ts'
import { Select } from '../../ui/Select'
import type { InboxFilters, Status } from './inboxFilters.ts'

const every = { value: '', label: centre.every }
const types = [every, ...kindNames.map((name) => ({ value: name, label: kinds[name].label }))]
const statuses = [
  every,
  { value: 'unread', label: centre.unread },
  { value: 'read', label: centre.read },
]

type Props = { filters: InboxFilters; onChange: (changed: Partial<InboxFilters>) => void }

export function CentreFilters({ filters, onChange }: Props) {
  return (
    <div className="nt-filters">
      <DebouncedSearch
        label={centre.search}
        query={filters.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        small
        label={centre.type}
        options={types}
        value={filters.type}
        onChange={(event) => onChange({ type: event.target.value as InboxFilters['type'] })}
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
