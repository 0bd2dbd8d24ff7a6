// Controls that choose a colleague or a customer.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import { searchDebounce } from '../../../shared/limits.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { useDebouncedValue } from '../../../shared/useDebouncedValue.ts'
import { type Option, Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { formatUserName, useColleagues } from '../people/colleagues.ts'
import type { TextControl } from './textControl.ts'

export const noneOption: Option = { value: '', label: adminList.none }

export function ColleagueControl(control: TextControl) {
  const options = useColleagues().map((colleague) => ({
    value: colleague.id,
    label: formatUserName(colleague),
  }))
  return <Select {...control} options={[{ value: '', label: adminList.nobody }, ...options]} />
}

export function CustomerControl({ value, onChange, ...control }: TextControl) {
  const [typed, setTyped] = useState('')
  const query = useDebouncedValue(typed.trim(), searchDebounce)
  const [chosen, setChosen] = useState<Option | null>(null)
  const { data } = useAdminQuery(calls.users, ['User'], {
    params: { query },
    skip: query.length < 2,
  })
  const found: Option[] = (data?.users ?? []).map((user) => ({
    value: user.id,
    label: `${formatUserName(user)}, ${user.email}`,
  }))
  // The selected customer stays an option during another search, so the select always shows the value
  // that the form sends.
  const current = chosen?.value === value ? chosen : { value, label: value }
  const isFound = value === '' || found.some((option) => option.value === value)
  const options = isFound ? found : [current, ...found]
  return (
    <div className="stack-16">
      <TextField
        small
        label={adminList.chooseCustomer}
        hint={adminList.customerHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        {...control}
        options={[noneOption, ...options]}
        value={value}
        onChange={(event) => {
          setChosen(options.find((option) => option.value === event.target.value) ?? null)
          onChange(event)
        }}
      />
    </div>
  )
}
