// The form of an action, built from declared fields. Typed values are kept when the action fails, and a
// field's error is shown at the field.

import { useForm } from '../../../shared/form/useForm.ts'
import type { Field } from '../section.ts'
import { findFieldProblems, toFormValues, type Values } from './formValues.ts'

export type ActionValues = Readonly<Record<string, string>>

export type DeclaredFormOptions = {
  /** The fields, or a function if the fields depend on the typed values. */
  fields: readonly Field[] | ((typed: ActionValues) => readonly Field[])
  /** Initial values. Other fields are empty, or have their first option. */
  initial?: ActionValues
  /** Form names of fields that have another name in the server's errors. */
  renamed?: Readonly<Record<string, string>>
  /** Whether the values can be sent. Required fields are always checked. */
  canSubmit?: (values: ActionValues) => boolean
  /**
   * The key of the draft in the session storage. A form with a draft can be left without a confirmation.
   */
  draftKey?: string
  needsConfirmation?: (values: ActionValues) => boolean
  /** Sends the trimmed values. */
  send: (values: ActionValues) => Promise<{ error?: unknown }>
}

export const trimValues = (values: Values): ActionValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()]))

export function useDeclaredForm({
  fields: declaredFields,
  initial = {},
  canSubmit,
  ...options
}: DeclaredFormOptions) {
  const resolveFields = (typed: ActionValues) =>
    typeof declaredFields === 'function' ? declaredFields(typed) : declaredFields
  const check = (typed: Values) =>
    findFieldProblems(resolveFields(trimValues(typed)), trimValues(typed))
  const form = useForm<Values>({
    initial: { ...toFormValues(resolveFields(initial), null), ...initial },
    check,
    isEmptiedWhenSent: true,
    focusesField: true,
    draftKey: options.draftKey,
    renamed: options.renamed,
    needsConfirmation: (typed) => options.needsConfirmation?.(trimValues(typed)) ?? false,
    send: (typed) => options.send(trimValues(typed)),
  })
  const isReady =
    Object.keys(check(form.values)).length === 0 && (canSubmit?.(trimValues(form.values)) ?? true)
  return { ...form, fields: resolveFields(trimValues(form.values)), isReady }
}
