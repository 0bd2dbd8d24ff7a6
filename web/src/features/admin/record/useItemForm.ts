// The form of one record. Only changed fields are sent. A change by another editor is overwritten only if the user
// decides so.

import { useEffect, useRef, useState } from 'react'
import { isStaleVersion } from '../../../api/problem.ts'
import { readDraft, saveDraft } from '../../../shared/form/draft.ts'
import { useForm } from '../../../shared/form/useForm.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { useAdminChangeMutation } from '../adminApi.ts'
import type { Field, Item, Section, Source } from '../section.ts'
import { describeRecordProblem } from './describeRecordProblem.ts'
import { findFieldProblems, toFormValues, toRequestBody, type Values } from './formValues.ts'

export function useItemForm<Row extends Item, Listed extends Item>(
  source: Source<Row, Listed>,
  allFields: readonly Field[],
  item: Row | null,
  onCreated: (row: Row) => void,
  findSaveConfirmation?: Section<Row>['findSaveConfirmation'],
) {
  const isNew = item === null
  const [base, setBase] = useState(item)
  const fields = allFields
    .filter(({ formMode }) => !formMode || formMode === (isNew ? 'create' : 'edit'))
    .map((field) => limitOptions(field, base))
  // The newest known record. It differs from `base` while unsaved values wait, and in what other forms have changed.
  const record = item && base && !isNewer(base, item) ? item : base
  const [isStale, setStale] = useState(false)
  const [sendChange] = useAdminChangeMutation()
  // The version that the user decided to overwrite after a conflict.
  const overwritten = useRef<number | undefined>(undefined)
  const url = item === null ? source.list : (source.item?.(item.id) ?? source.list)
  const draftKey = buildDraftKey(url)
  const form = useForm<Values>({
    initial: toFormValues(fields, item),
    check: (values) => findFieldProblems(fields, values),
    send: save,
    findErrorField: source.findErrorField,
    needsConfirmation: (values) => findSaveConfirmation?.(values, record) !== undefined,
    draftKey,
    // Another record or section replaces the form, so the user is asked before leaving. The draft is only for a
    // reload or a crash of the tab.
    unsent: 'asks',
    onChange: () => saveDraftVersion(draftKey, base?.version),
  })

  // A restored draft is saved with the version that it was typed for, so that later changes by others are detected.
  useEffect(() => {
    const version = readDraftVersion(draftKey)
    if (form.isRestored && version !== undefined)
      setBase((before) => before && { ...before, version })
  }, [form.isRestored, draftKey])

  // A change by others is shown at once, unless it would overwrite typed values.
  if (item && base && isNewer(item, base) && !form.isChanged) loadRecord(item)

  function loadRecord(fresh: Row) {
    setBase(fresh)
    setStale(false)
    form.reset(toFormValues(fields, fresh))
  }

  async function save(values: Values) {
    const version = overwritten.current ?? base?.version
    overwritten.current = undefined
    const changeMethod = source.isSingle ? 'PUT' : 'PATCH'
    const answer = await sendChange({
      url,
      method: isNew ? 'POST' : changeMethod,
      body: { ...buildBody(values), version },
      tags: source.tags,
    })
    setStale(isStaleVersion(answer.error))
    if (answer.error) return { error: answer.error }
    const row = source.record?.(answer.data)
    if (!row) return {}
    if (isNew) return { afterwards: () => onCreated(row) }
    setBase(row)
    return { next: toFormValues(fields, row) }
  }

  function buildBody(values: Values) {
    const blank = Object.fromEntries(fields.map(({ name }) => [name, '']))
    const changed = toRequestBody(fields, values, isNew ? blank : toFormValues(fields, base))
    return source.fromForm?.(changed, base ?? {}) ?? changed
  }

  return {
    ...form,
    fields,
    base,
    record,
    isStale,
    summary: fields.flatMap(({ name, label }) => {
      const message = form.problems[name]
      return message ? [{ field: form.fieldId(name), message: `${label}: ${message}` }] : []
    }),
    failureText:
      form.failure !== null &&
      !isStale &&
      describeRecordProblem(form.failure, adminList.saveFailed),
    loadRecord,
    /** Discards the typed values. */
    dropDraft: () => {
      if (item) loadRecord(item)
      else form.reset()
    },
    /** Saves the typed values over another editor's changes. */
    overwrite: (version: number | undefined) => {
      overwritten.current = version
      form.submit()
    },
  }
}

/** The field with the options that the record allows. */
function limitOptions(field: Field, record: object | null): Field {
  const options = field.listOptions?.(record as Readonly<Record<string, unknown>> | null)
  return options ? { ...field, options } : field
}

const buildDraftKey = (url: string) => `item_draft ${url}`

/** Keeps the values of a record as the draft of a new one, when its creation is undone. */
export function keepAsNewDraft(list: string, allFields: readonly Field[], record: object): void {
  const fields = allFields.filter(({ formMode }) => formMode !== 'edit')
  saveDraft(buildDraftKey(list), toFormValues(fields, record), toFormValues(fields, null))
}

// The version of the edited record is stored beside its draft.
const buildVersionKey = (draftKey: string) => `${draftKey} version`

function saveDraftVersion(draftKey: string, version: number | undefined): void {
  if (version !== undefined)
    saveDraft(buildVersionKey(draftKey), { version: `${version}` }, { version: '' })
}

function readDraftVersion(draftKey: string): number | undefined {
  const { version } = readDraft(buildVersionKey(draftKey), { version: '' })
  return version === undefined ? undefined : Number(version)
}

/** Compares the versions, because `item` still has the earlier version until it is refetched after saving. */
const isNewer = (item: Item, base: Item) => (item.version ?? 0) > (base.version ?? 0)
