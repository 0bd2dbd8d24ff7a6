import { ActionErrorNote } from '../../app/ActionErrorNote.tsx'
import { SubmitRow } from '../../app/form/SubmitRow.tsx'
// A form for one action on a record, built from described fields. Enter submits it. Typed values are kept
// when the action fails, and an error that the server reports for a field is shown at this field.

import { useForm } from '../../app/form/useForm.ts'
import { adminList } from '../../app/texts/adminList.ts'
import type { ButtonVariant } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Change, useAdminChangeMutation } from './adminApi.ts'
import { FieldControls } from './FieldControl.tsx'
import { findProblems, toFormValues, type Values } from './formValues.ts'
import type { Field } from './section.ts'

export type ActionValues = Readonly<Record<string, string>>

type Props = {
  /** The accessible name of the form, and the label of its button. */
  label: string
  /** The fields; a function where they depend on the typed values. */
  fields: readonly Field[] | ((typed: ActionValues) => readonly Field[])
  /** The values that are there first; the other fields are empty, and the first option is chosen. */
  initial?: ActionValues
  /** The request of the trimmed values. */
  change: (values: ActionValues) => Change
  /** Whether the values can be sent; required fields are checked in any case. */
  canSubmit?: (values: ActionValues) => boolean
  /** Another label of the button. */
  submitLabel?: string
  pendingLabel?: string
  variant?: ButtonVariant
  confirmation?: { title: string; hint?: string; confirm: string }
  onDone?: () => void
}

const trimValues = (values: Values): ActionValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()]))

function useActionForm({
  fields: described,
  initial = {},
  change,
  canSubmit,
  confirmation,
  onDone,
}: Props) {
  const [run] = useAdminChangeMutation()
  const fieldsOf = (typed: ActionValues) =>
    typeof described === 'function' ? described(typed) : described
  const check = (typed: Values) => findProblems(fieldsOf(trimValues(typed)), trimValues(typed))
  const form = useForm<Values>({
    initial: { ...toFormValues(fieldsOf(initial), null), ...initial },
    check,
    isEmptiedWhenSent: true,
    needsConfirmation: () => confirmation !== undefined,
    send: async (typed) => {
      const answer = await run(change(trimValues(typed)))
      if (!answer.error) onDone?.()
      return answer
    },
  })
  const isReady =
    Object.keys(check(form.values)).length === 0 && (canSubmit?.(trimValues(form.values)) ?? true)
  return { ...form, fields: fieldsOf(trimValues(form.values)), isReady }
}

export function ActionForm(props: Props) {
  const { label, submitLabel = label, pendingLabel = adminList.working, confirmation } = props
  const form = useActionForm(props)
  return (
    <form className="ui-fields ad-form" aria-label={label} {...form.props}>
      <FieldControls form={form} fields={form.fields} />
      <ActionErrorNote error={form.failure} fallback={adminList.actionFailed} />
      <SubmitRow
        form={form}
        label={submitLabel}
        pendingLabel={pendingLabel}
        small
        variant={props.variant ?? 'line'}
        disabled={!form.isReady}
      />
      {confirmation && (
        <ConfirmDialog
          open={form.confirmation.isOpen}
          title={confirmation.title}
          description={confirmation.hint}
          confirm={confirmation.confirm}
          pendingLabel={form.isSending && pendingLabel}
          onConfirm={form.confirmation.confirm}
          onCancel={form.confirmation.cancel}
        />
      )}
    </form>
  )
}
