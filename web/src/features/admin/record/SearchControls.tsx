// Controls that choose a colleague, a customer or an order.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import type { AdminUser } from '../../../api/wire/auth.ts'
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
  return (
    <Select {...control} options={[{ value: '', label: adminList.handledByNobody }, ...options]} />
  )
}

const createCustomerOption = (user: AdminUser): Option => ({
  value: user.id,
  label: `${formatUserName(user)}, ${user.email}`,
})

export function CustomerControl(control: TextControl) {
  const [query, search] = useSearch()
  const { data } = useAdminQuery(calls.users, ['User'], {
    params: { query },
    skip: query.length < 2,
  })
  return (
    <SearchedSelect
      control={control}
      found={data?.users.map(createCustomerOption)}
      search={{ ...search, label: adminList.chooseCustomer, hint: adminList.customerHint }}
    />
  )
}

/** Orders are found by their number, car or buyer. */
export function OrderControl(control: TextControl) {
  const [query, search] = useSearch()
  const { data } = useAdminQuery(calls.contentAdmin('orders'), ['Order'], {
    params: { search: query, limit: 20 },
    skip: query.length < 2,
  })
  const found = data?.items.map(({ id, number, title, user_name }) => ({
    value: id,
    label: [`${number}: ${title}`, user_name].filter(Boolean).join(', '),
  }))
  return (
    <SearchedSelect
      control={control}
      found={found}
      search={{ ...search, label: adminList.chooseOrder, hint: adminList.chooseOrderHint }}
    />
  )
}

/** The typed text of a search, and the query that follows it after a pause. */
function useSearch() {
  const [typed, setTyped] = useState('')
  const query = useDebouncedValue(typed.trim(), searchDebounce)
  return [query, { typed, onType: setTyped }] as const
}

type SearchedProps = {
  control: TextControl
  /** The results of the search. Undefined without a search, and until its results are loaded. */
  found: readonly Option[] | undefined
  search: { label: string; hint: string; typed: string; onType: (typed: string) => void }
}

/** A select whose options are the results of a search. A line below says what is chosen, or how many results there are. */
function SearchedSelect({
  control: { value, onChange, ...control },
  found: loaded,
  search,
}: SearchedProps) {
  const found = loaded ?? []
  const [chosen, setChosen] = useState<Option | null>(null)
  // The chosen record stays an option during another search, so the select always shows the value that
  // the form sends.
  const chosenOption =
    chosen?.value === value ? chosen : found.find((option) => option.value === value)
  const current = chosenOption ?? { value, label: value }
  const isFound = value === '' || found.some((option) => option.value === value)
  const options = isFound ? found : [current, ...found]
  return (
    <div className="stack-16">
      <TextField
        small
        label={search.label}
        hint={search.hint}
        autoComplete="off"
        value={search.typed}
        onChange={(event) => search.onType(event.target.value)}
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
      <p className="s mute" aria-live="polite">
        {value === ''
          ? loaded && adminList.found(loaded.length)
          : adminList.chosenOne(current.label)}
      </p>
    </div>
  )
}
