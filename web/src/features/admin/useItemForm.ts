// The state of the form of one record: typed values, validation, saving, and the conflict with another editor.

import { useId, useState } from 'react'
import { type FieldProblem, isProblem, problemText } from '../../app/problem.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { parseItem, useAdminChangeMutation } from './adminApi.ts'
import {
  findChangedFields,
  toFormValues,
  toRequestBody,
  type Value,
  validateFields,
} from './formValues.ts'
import type { Field, Item, Source } from './section.ts'

export function useItemForm<Row extends Item>(
  source: Source,
  all: readonly Field[],
  item: Row | null,
  onCreated: (row: Row) => void,
) {
  const isNew = item === null
  const fields = all.filter(({ when }) => !when || when === (isNew ? 'create' : 'edit'))
  const prefix = useId()
  const [base, setBase] = useState(item)
  const [values, setValues] = useState(() => toFormValues(fields, item))
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isStale, setStale] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [change, state] = useAdminChangeMutation()
  const before = toFormValues(fields, base)
  const blank = isNew ? Object.fromEntries(fields.map(({ name }) => [name, ''])) : before
  const isDirty = findChangedFields(fields, values, before).length > 0

  // A change made elsewhere is shown at once, unless it would overwrite typed values.
  if (item && base && item.version !== base.version && !isDirty) loadRecord(item)

  function loadRecord(fresh: Row | null) {
    setBase(fresh)
    setValues(toFormValues(fields, fresh))
    setProblems([])
    setStale(false)
  }

  function showProblems(found: FieldProblem[]) {
    setProblems(found)
    setAttempt((count) => count + 1)
  }

  const save = useSingleFlight(async (version = base?.version) => {
    setSaved(false)
    const found = validateFields(fields, values)
    if (found.length > 0) return showProblems(found)
    setProblems([])
    const changed = toRequestBody(fields, values, blank)
    const body = source.fromForm?.(changed, base ?? {}) ?? changed
    const answer = await change({
      url: isNew ? source.list : (source.item?.(item.id) ?? source.list),
      method: isNew ? 'POST' : source.singleId ? 'PUT' : 'PATCH',
      body: version === undefined ? body : { ...body, version },
      tags: source.tags,
    })
    if (answer.error) {
      if (isProblem(answer.error)) {
        setStale(answer.error.code === 'stale_version')
        const known = answer.error.errors?.filter(({ field }) => field in values) ?? []
        if (known.length > 0) showProblems(known)
      }
      return
    }
    const row = parseItem<Row>(answer.data, source)
    if (isNew) return onCreated(row)
    loadRecord(row)
    setSaved(true)
  })

  const isFieldFailure = problems.length > 0
  return {
    fields,
    values,
    base,
    isDirty,
    isStale,
    isSaved: isSaved && !isDirty,
    isSending: state.isLoading,
    attempt,
    problems: problems.map(({ field, message }) => ({
      field: fieldId(field),
      message: `${fields.find(({ name }) => name === field)?.label}: ${message}`,
    })),
    errorOf: (name: string) => problems.find(({ field }) => field === name)?.message,
    failure:
      state.error && !isStale && !isFieldFailure && problemText(state.error, adminList.saveFailed),
    fieldId,
    setValue: (name: string, value: Value) => setValues((now) => ({ ...now, [name]: value })),
    save,
    loadRecord,
  }

  function fieldId(name: string) {
    return `${prefix}${name}`
  }
}
