// Forms of actions, built from declared fields: a form on one record, and a form in a confirmation
// dialog. Enter submits the form. Typed values are kept when the action fails, and a field's error is
// shown at the field.

import type { ReactNode, RefObject } from 'react'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import type { ButtonVariant } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { type Change, useAdminChangeMutation } from '../adminApi.ts'
import { announceDone } from '../doneNotice.ts'
import type { Field } from '../section.ts'
import { FieldControls } from './FieldControl.tsx'
import { findFieldProblems, toFormValues, type Values } from './formValues.ts'
import { MissingData } from './MissingData.tsx'

export type ActionValues = Readonly<Record<string, string>>

type Confirmation = {
  title: string
  hint?: string
  confirm: string
  /** Content between the question's hint and the buttons. */
  details?: ReactNode
}

type Props = {
  /** The accessible name of the form, and the label of its button. */
  label: string
  /** The fields, or a function if the fields depend on the typed values. */
  fields: readonly Field[] | ((typed: ActionValues) => readonly Field[])
  /** Initial values. Other fields are empty, or have their first option. */
  initial?: ActionValues
  /** Names of fields in the server's errors that differ from the names in the form. */
  renamed?: Readonly<Record<string, string>>
  /** Builds the request from the trimmed values. */
  change: (values: ActionValues) => Change
  /** A note below the fields about the typed values. */
  notice?: (values: ActionValues) => ReactNode
  /** Whether the values can be sent. Required fields are always checked. */
  canSubmit?: (values: ActionValues) => boolean
  /** The label of the button, if it differs from the name of the form. */
  submitLabel?: string
  pendingLabel?: string
  variant?: ButtonVariant
  /** The question before sending, or a function if the question depends on the typed values. */
  confirmation?: Confirmation | ((values: ActionValues) => Confirmation)
  /**
   * The key of the draft in the session storage. A form with a draft can be left without a confirmation.
   */
  draftKey?: string
  ref?: RefObject<HTMLFormElement | null>
  /** The message after success. */
  doneText?: string
  onDone?: () => void
}

const trimValues = (values: Values): ActionValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()]))

type FormOptions = Pick<Props, 'fields' | 'initial' | 'renamed' | 'canSubmit' | 'draftKey'> & {
  needsConfirmation?: boolean
  send: (values: ActionValues) => Promise<{ error?: unknown }>
}

function useDeclaredForm({
  fields: declaredFields,
  initial = {},
  canSubmit,
  ...options
}: FormOptions) {
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
    needsConfirmation: () => options.needsConfirmation ?? false,
    send: (typed) => options.send(trimValues(typed)),
  })
  const isReady =
    Object.keys(check(form.values)).length === 0 && (canSubmit?.(trimValues(form.values)) ?? true)
  return { ...form, fields: resolveFields(trimValues(form.values)), isReady }
}

export function ActionForm(props: Props) {
  const { label, submitLabel = label, pendingLabel = adminList.working } = props
  const [run] = useAdminChangeMutation()
  const form = useDeclaredForm({
    ...props,
    needsConfirmation: props.confirmation !== undefined,
    send: async (values) => {
      const answer = await run(props.change(values))
      if (answer.error) return answer
      announceDone(props.doneText ?? adminList.actionDone)
      props.onDone?.()
      return answer
    },
  })
  const confirmation =
    typeof props.confirmation === 'function'
      ? props.confirmation(trimValues(form.values))
      : props.confirmation
  return (
    <form ref={props.ref} className="ui-fields ad-form" aria-label={label} {...form.props}>
      <FieldControls form={form} fields={form.fields} />
      {props.notice?.(trimValues(form.values))}
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
        >
          {confirmation.details}
        </ConfirmDialog>
      )}
    </form>
  )
}

type ConfirmFormProps = Pick<FormOptions, 'send'> & {
  title: string
  hint?: string
  confirm: string
  cancel?: string
  missing?: readonly string[]
  variant?: 'solid' | 'danger'
  fields?: readonly Field[]
  /** Gets the focus if the action removes the button that opened the dialog. */
  near: RefObject<HTMLElement | null>
  onCancel: () => void
}

/** A dialog that asks for confirmation and for required values. The caller closes it when the action is done. */
export function ConfirmForm({
  hint,
  fields = [],
  missing = [],
  near,
  send,
  ...dialog
}: ConfirmFormProps) {
  const form = useDeclaredForm({ fields, send })
  return (
    <ConfirmDialog
      open
      {...dialog}
      description={hint}
      disabled={!form.isReady}
      pendingLabel={form.isSending && adminList.working}
      restoreFocusTo={near}
      onConfirm={form.submit}
    >
      <MissingData items={missing} />
      <FieldControls form={form} fields={form.fields} />
      <ActionErrorNote error={form.failure} fallback={adminList.actionFailed} />
    </ConfirmDialog>
  )
}
