// The filter of a list by the employee who handles a record. Its value is in the URL.

import { adminList } from '../../../shared/texts/adminList.ts'
import { Select } from '../../../ui/Select.tsx'
import { formatUserName, useColleagues } from '../people/colleagues.ts'
import type { Filter } from '../section.ts'

export const assigneeFilter: Filter = {
  name: 'assignee_id',
  label: adminList.handledBy,
  options: [{ value: 'none', label: adminList.handledByNobody }],
  hasEmployees: true,
}

type Props = { value: string; onChange: (value: string) => void }

export function AssigneeFilter({ value, onChange }: Props) {
  const { label, options } = assigneeFilter
  const employees = useColleagues().map((user) => ({ value: user.id, label: formatUserName(user) }))
  const knownOptions = [{ value: '', label: adminList.every }, ...employees, ...options]
  // The id in a link may belong to a former employee.
  const isKnown = knownOptions.some((option) => option.value === value)
  return (
    <Select
      small
      label={label}
      options={
        isKnown ? knownOptions : [...knownOptions, { value, label: adminList.otherEmployee }]
      }
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
