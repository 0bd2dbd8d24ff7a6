// The form control of one declared field.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import type { Form } from '../../../shared/form/useForm.ts'
import { searchDebounce } from '../../../shared/limits.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { useDebouncedValue } from '../../../shared/useDebouncedValue.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Chip, Chips } from '../../../ui/Chip.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useAdminQuery } from '../adminApi.ts'
import { formatUserName, useColleagues } from '../people/colleagues.ts'
import type { Field } from '../section.ts'
import type { Value, Values } from './formValues.ts'
import { MarkdownControl } from './MarkdownControl.tsx'
import { PictureControl } from './PictureControl.tsx'

type Props = {
  id: string
  field: Field
  value: Value
  error?: string
  onChange: (value: Value) => void
}

type FormProps = {
  form: Pick<Form<Values>, 'values' | 'problems' | 'fieldId' | 'change'>
  fields: readonly Field[]
}

const shortKinds: readonly Field['kind'][] = ['number', 'select', 'date', 'colleague']

/** Whether two such fields fit on one line. */
const isShort = ({ kind, short = shortKinds.includes(kind) }: Field) => short

/** The controls of a form's declared fields. */
export const FieldControls = ({ form, fields }: FormProps) =>
  fields.map((field) => (
    <div key={field.name} className={isShort(field) ? 'is-short' : undefined}>
      <FieldControl
        id={form.fieldId(field.name)}
        field={field}
        value={form.values[field.name] ?? ''}
        error={form.problems[field.name]}
        onChange={(value) => form.change({ [field.name]: value })}
      />
    </div>
  ))

/** Common props of text controls. */
export type TextControl = {
  id: string
  label: string
  hint?: string
  error?: string
  small: true
  value: string
  onChange: (event: { target: { value: string } }) => void
}

const inputTypes: Partial<Record<NonNullable<Field['kind']>, string>> = {
  moment: 'datetime-local',
  date: 'date',
}

export function FieldControl({ id, field, value, error, onChange }: Props) {
  const { kind = 'text', label, hint, options = [], maxLength } = field
  const control: TextControl = {
    id,
    label,
    hint,
    error,
    small: true,
    value: String(value),
    onChange: ({ target }) => onChange(target.value),
  }
  switch (kind) {
    case 'check':
      return (
        <Checkbox
          {...{ id, label, error }}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'picture':
    case 'pictures':
      return (
        <PictureControl
          control={control}
          several={kind === 'pictures'}
          isDescribed={field.isDescribed}
          onChange={onChange}
        />
      )
    case 'choices':
      return <ChoicesControl control={control} options={options} onChange={onChange} />
    case 'markdown':
      return <MarkdownControl control={control} rows={field.rows} onChange={onChange} />
    case 'area':
    case 'lines':
      return <TextArea {...control} rows={field.rows ?? 4} maxLength={maxLength} />
    case 'select':
      return (
        <Select
          {...control}
          options={field.required && value !== '' ? options : [none, ...options]}
        />
      )
    case 'colleague':
      return <ColleagueControl {...control} />
    case 'customer':
      return <CustomerControl {...control} />
    default:
      return (
        <div className="stack-16">
          <TextField
            {...control}
            type={inputTypes[kind] ?? 'text'}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            autoComplete="off"
            maxLength={maxLength}
            min={field.min}
          />
          {field.ready && (
            <Chips label={field.ready.label}>
              {field.ready.texts.map((text) => (
                <Chip key={text} pressed={text === value} onClick={() => onChange(text)}>
                  {text}
                </Chip>
              ))}
            </Chips>
          )}
        </div>
      )
  }
}

const none: Option = { value: '', label: adminList.none }

type ChoicesProps = {
  control: TextControl
  options: readonly Option[]
  onChange: (value: string) => void
}

/**
 * A group of checkboxes. Its value is the selected values joined by commas, as for a `words` field.
 */
function ChoicesControl({ control: { id, label, error, value }, options, onChange }: ChoicesProps) {
  const chosen = value.split(', ').filter(Boolean)
  const toggle = (choice: string, isChosen: boolean) =>
    onChange(
      (isChosen ? [...chosen, choice] : chosen.filter((other) => other !== choice)).join(', '),
    )
  return (
    <fieldset className="ad-choices" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="ui-label">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

function ColleagueControl(control: TextControl) {
  const options = useColleagues().map((colleague) => ({
    value: colleague.id,
    label: formatUserName(colleague),
  }))
  return <Select {...control} options={[{ value: '', label: adminList.nobody }, ...options]} />
}

function CustomerControl({ value, onChange, ...control }: TextControl) {
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
  // The selected customer stays an option during another search, so the select always shows what is
  // sent.
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
        options={[none, ...options]}
        value={value}
        onChange={(event) => {
          setChosen(options.find((option) => option.value === event.target.value) ?? null)
          onChange(event)
        }}
      />
    </div>
  )
}
