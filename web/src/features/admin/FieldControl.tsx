// The form control for one described field.

import { useId, useState } from 'react'
import { calls } from '../../app/calls.ts'
import { liveStream } from '../../app/limits.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { useDebouncedValue } from '../../app/useDebouncedValue.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAdminQuery } from './adminApi.ts'
import { useColleagues, userName } from './colleagues.ts'
import type { Value } from './formValues.ts'
import { PictureControl } from './PictureControl.tsx'
import type { Field, Option } from './section.ts'

type Props = {
  id: string
  field: Field
  value: Value
  error?: string
  onChange: (value: Value) => void
}

const inputTypes = { moment: 'datetime-local', date: 'date' } as const

export function FieldControl({ id, field, value, error, onChange }: Props) {
  const { kind = 'text', label, hint } = field
  const text = String(value)
  const shared = { id, label, hint, error, small: true } as const
  if (kind === 'check')
    return (
      <Checkbox
        id={id}
        label={label}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  if (kind === 'picture' || kind === 'pictures')
    return (
      <PictureControl
        shared={shared}
        several={kind === 'pictures'}
        value={text}
        onChange={onChange}
      />
    )
  if (kind === 'choices')
    return <ChoicesControl field={field} error={error} value={text} onChange={onChange} />
  if (kind === 'area' || kind === 'lines')
    return (
      <TextArea
        {...shared}
        rows={field.rows ?? 4}
        maxLength={field.maxLength}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  if (kind === 'select')
    return (
      <Select
        {...shared}
        options={
          field.required
            ? (field.options ?? [])
            : [{ value: '', label: adminList.none }, ...(field.options ?? [])]
        }
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  if (kind === 'colleague')
    return <ColleagueControl shared={shared} value={text} onChange={onChange} />
  if (kind === 'customer')
    return <CustomerControl shared={shared} value={text} onChange={onChange} />
  return (
    <TextField
      {...shared}
      type={kind === 'moment' || kind === 'date' ? inputTypes[kind] : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={field.maxLength}
      min={field.min}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type ChoicesProps = {
  field: Field
  error?: string
  value: string
  onChange: (value: string) => void
}

/** A group of checkboxes. Its value is the chosen values joined by commas, like that of a `words` field. */
function ChoicesControl({ field, error, value, onChange }: ChoicesProps) {
  const group = useId()
  const chosen = value.split(', ').filter(Boolean)
  const toggle = (one: string, isChosen: boolean) =>
    onChange((isChosen ? [...chosen, one] : chosen.filter((other) => other !== one)).join(', '))
  return (
    <fieldset className="ad-choices" aria-describedby={error ? `${group}-error` : undefined}>
      <legend className="ui-label">{field.label}</legend>
      {(field.options ?? []).map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
      {error && <FieldError id={`${group}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

type UserControlProps = {
  shared: { id: string; label: string; hint?: string; error?: string; small: true }
  value: string
  onChange: (value: string) => void
}

function ColleagueControl({ shared, value, onChange }: UserControlProps) {
  const options = useColleagues().map((one) => ({ value: one.id, label: userName(one) }))
  return (
    <Select
      {...shared}
      options={[{ value: '', label: adminList.nobody }, ...options]}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function CustomerControl({ shared, value, onChange }: UserControlProps) {
  const [typed, setTyped] = useState('')
  const query = useDebouncedValue(typed.trim(), liveStream.typingPause)
  const [chosen, setChosen] = useState<Option | null>(null)
  const { data } = useAdminQuery(calls.users, ['User'], {
    params: { query },
    skip: query.length < 2,
  })
  const found: Option[] = (data?.users ?? []).map((one) => ({
    value: one.id,
    label: `${userName(one)}, ${one.email}`,
  }))
  // The chosen customer stays an option during another search: the select always shows what is sent.
  const current = chosen?.value === value ? chosen : { value, label: value }
  const isFound = value === '' || found.some((option) => option.value === value)
  const options = isFound ? found : [current, ...found]
  return (
    <div className="ad-customer">
      <TextField
        small
        label={adminList.chooseCustomer}
        hint={adminList.customerHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        {...shared}
        options={[{ value: '', label: adminList.none }, ...options]}
        value={value}
        onChange={(event) => {
          setChosen(options.find((option) => option.value === event.target.value) ?? null)
          onChange(event.target.value)
        }}
      />
    </div>
  )
}
