// The form of one record: what is typed, what is sent, and what happens when somebody was faster.

import { useId, useState } from 'react'
import { type FieldProblem, failureText, isProblem } from '../../app/problem.ts'
import { desk } from '../../app/texts/adminDesk.ts'
import { useOnce } from '../../app/useOnce.ts'
import { itemIn, useAdminChangeMutation } from './adminApi.ts'
import type { Field, Item, Source } from './section.ts'
import { bodyOf, changedIn, problemsOf, type Value, valuesOf } from './values.ts'

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
  const [values, setValues] = useState(() => valuesOf(fields, item))
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isStale, setStale] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [change, state] = useAdminChangeMutation()
  const before = valuesOf(fields, base)
  const blank = isNew ? Object.fromEntries(fields.map(({ name }) => [name, ''])) : before
  const isDirty = changedIn(fields, values, before).length > 0

  // What changed elsewhere is shown at once where nothing was typed over it.
  if (item && base && item.version !== base.version && !isDirty) take(item)

  function take(fresh: Row | null) {
    setBase(fresh)
    setValues(valuesOf(fields, fresh))
    setProblems([])
    setStale(false)
  }

  function refused(found: FieldProblem[]) {
    setProblems(found)
    setAttempt((count) => count + 1)
  }

  const save = useOnce(async (version = base?.version) => {
    setSaved(false)
    const found = problemsOf(fields, values)
    if (found.length > 0) return refused(found)
    setProblems([])
    const changed = bodyOf(fields, values, blank)
    const body = source.closed?.(changed, base ?? {}) ?? changed
    const answer = await change({
      url: isNew ? source.list : (source.item?.(item.id) ?? source.list),
      method: isNew ? 'POST' : source.single ? 'PUT' : 'PATCH',
      body: version === undefined ? body : { ...body, version },
      tags: source.tags,
    })
    if (answer.error) {
      if (isProblem(answer.error)) {
        setStale(answer.error.code === 'stale_version')
        const known = answer.error.errors?.filter(({ field }) => field in values) ?? []
        if (known.length > 0) refused(known)
      }
      return
    }
    const row = itemIn<Row>(answer.data, source)
    if (isNew) return onCreated(row)
    take(row)
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
      field: idOf(field),
      message: `${fields.find(({ name }) => name === field)?.label}: ${message}`,
    })),
    errorOf: (name: string) => problems.find(({ field }) => field === name)?.message,
    failure:
      state.error && !isStale && !isFieldFailure && failureText(state.error, desk.saveFailed),
    idOf,
    set: (name: string, value: Value) => setValues((now) => ({ ...now, [name]: value })),
    save,
    take,
  }

  function idOf(name: string) {
    return `${prefix}${name}`
  }
}
