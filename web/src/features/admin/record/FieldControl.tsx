// The form controls of declared fields.

import type { Form } from '../../../shared/form/useForm.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Chip, Chips } from '../../../ui/Chip.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Field } from '../section.ts'
import { ChoicesControl } from './ChoicesControl.tsx'
import type { Value, Values } from './formValues.ts'
import { MarkdownControl } from './MarkdownControl.tsx'
import { PictureControl } from './PictureControl.tsx'
import { ColleagueControl, CustomerControl, noneOption, OrderControl } from './SearchControls.tsx'
import { TagsControl } from './TagsControl.tsx'
import type { TextControl } from './textControl.ts'

type FieldControlsProps = {
  form: Pick<Form<Values>, 'values' | 'problems' | 'fieldId' | 'change'>
  fields: readonly Field[]
}

const shortKinds: readonly Field['kind'][] = ['number', 'select', 'date', 'colleague']

const isShort = ({ kind, isHalfWidth }: Field): boolean => isHalfWidth ?? shortKinds.includes(kind)

/** The controls of all fields of a form. A short field takes half of a line. */
export const FieldControls = ({ form, fields }: FieldControlsProps) =>
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

const inputTypes: Partial<Record<NonNullable<Field['kind']>, string>> = {
  moment: 'datetime-local',
  date: 'date',
}

/** A stored value that is no longer offered stays an option, so that the select shows it. */
function listOptions({ options = [], required }: Field, value: string) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  const known = isKnown ? options : [...options, { value, label: value }]
  return required && value !== '' ? known : [noneOption, ...known]
}

type FieldControlProps = {
  id: string
  field: Field
  value: Value
  error?: string
  onChange: (value: Value) => void
}

export function FieldControl({ id, field, value, error, onChange }: FieldControlProps) {
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
          id={id}
          label={label}
          error={error}
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
    case 'tags':
      return <TagsControl control={control} onChange={onChange} />
    case 'markdown':
      return <MarkdownControl control={control} rows={field.rows} onChange={onChange} />
    case 'area':
    case 'lines':
      return <TextArea {...control} rows={field.rows ?? 4} maxLength={maxLength} />
    case 'select':
      return <Select {...control} options={listOptions(field, String(value))} />
    case 'colleague':
      return <ColleagueControl {...control} />
    case 'customer':
      return <CustomerControl {...control} />
    case 'order':
      return <OrderControl {...control} />
    default: {
      const textField = (
        <TextField
          {...control}
          type={inputTypes[kind] ?? 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          maxLength={maxLength}
          min={field.min}
        />
      )
      if (!field.suggestions) return textField
      return (
        <div className="stack-16">
          {textField}
          <Chips label={field.suggestions.label}>
            {field.suggestions.texts.map((text) => (
              <Chip key={text} pressed={text === value} onClick={() => onChange(text)}>
                {text}
              </Chip>
            ))}
          </Chips>
        </div>
      )
    }
  }
}
