// Converts a record to the values of its form, and these values to a request body. Checks typed values.

import { readMoscowTime, toMoscowTime } from '../../../lib/moscowTime.ts'
import { parseNumber } from '../../../lib/typedNumbers.ts'
import { publishing } from '../../../shared/texts/adminContent.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import type { Field } from '../section.ts'

export type Value = string | boolean
export type Values = Record<string, Value>

/** Kinds whose value is a list separated by commas. */
const isList = (kind: Field['kind']) => kind === 'words' || kind === 'tags' || kind === 'choices'

function toFormValue({ kind }: Field, raw: unknown): Value {
  if (kind === 'check') return raw === true
  if (raw === null || raw === undefined) return ''
  if (isList(kind)) return (raw as string[]).join(', ')
  if (kind === 'lines' || kind === 'pictures') return (raw as string[]).join('\n')
  if (kind === 'moment') return toMoscowTime(String(raw))
  if (kind === 'number') return String(raw).replace('.', ',')
  return String(raw)
}

/** The value of a new record: a required select has its first option. */
function findDefaultValue({ kind, required, options }: Field): string | undefined {
  const hasDefault = kind === 'select' && required
  return hasDefault ? options?.[0]?.value : undefined
}

/** The values of the form of a record, or of a new record if `item` is null. */
export function toFormValues(fields: readonly Field[], item: object | null): Values {
  const values: Values = {}
  for (const field of fields) {
    const raw = item
      ? (item as Record<string, unknown>)[field.recordField ?? field.name]
      : findDefaultValue(field)
    values[field.name] = toFormValue(field, raw)
  }
  return values
}

const splitList = (text: string, by: RegExp) =>
  text
    .split(by)
    .map((word) => word.trim())
    .filter(Boolean)

function toRequestValue({ kind, emptyValue }: Field, value: Value): unknown {
  if (typeof value === 'boolean') return value
  if (isList(kind)) return splitList(value, /,/)
  if (kind === 'lines' || kind === 'pictures') return splitList(value, /\n/)
  if (value.trim() === '') return emptyValue ?? null
  if (kind === 'number') return parseNumber(value)
  if (kind === 'moment') return readMoscowTime(value)
  return value.trim()
}

/** Only changed fields are sent, so that others' changes are not overwritten. */
export function toRequestBody(fields: readonly Field[], values: Values, base: Values) {
  return Object.fromEntries(
    findChangedFields(fields, values, base).map((field) => [
      field.name,
      toRequestValue(field, values[field.name] ?? ''),
    ]),
  )
}

export function findChangedFields(fields: readonly Field[], values: Values, base: Values): Field[] {
  return fields.filter(({ name }) => values[name] !== base[name])
}

/** The error texts of invalid values, by the name of the field. */
export function findFieldProblems(
  fields: readonly Field[],
  values: Values,
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { name, kind, required, isRequiredToPublish } of fields) {
    const value = String(values[name] ?? '').trim()
    if (required && value === '') problems[name] = adminList.required
    else if (isRequiredToPublish?.(values) && value === '')
      problems[name] = publishing.requiredField
    else if (kind === 'number' && value !== '' && parseNumber(value) === null)
      problems[name] = adminList.notNumber
  }
  return problems
}
