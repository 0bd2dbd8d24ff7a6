// The form of an action on one record, built from declared fields.

import type { ReactNode, RefObject } from 'react'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { adminList } from '../../../shared/texts/adminList.ts'
import type { ButtonVariant } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { type Change, useAdminChangeMutation } from '../adminApi.ts'
import { announceDone } from '../doneNoticeStore.ts'
import { ActionRefusal } from './ActionRefusal.tsx'
import { FieldControls } from './FieldControl.tsx'
import {
  type ActionValues,
  type DeclaredFormOptions,
  trimValues,
  useDeclaredForm,
} from './useDeclaredForm.ts'

type Confirmation = {
  title: string
  hint?: string
  confirm: string
  /** Content between the question's hint and the buttons. */
  details?: ReactNode
}

type ActionFormProps = Omit<DeclaredFormOptions, 'needsConfirmation' | 'send'> & {
  /** The accessible name of the form, and the label of its button. */
  label: string
  /** Builds the request from the trimmed values. */
  change: (values: ActionValues) => Change
  /** A note below the fields about the typed values. */
  notice?: (values: ActionValues) => ReactNode
  /** The label of the button, if it differs from the name of the form. */
  submitLabel?: string
  pendingLabel?: string
  variant?: ButtonVariant
  /** The question before sending, or a function if the typed values decide about it. */
  confirmation?: Confirmation | ((values: ActionValues) => Confirmation | undefined)
  ref?: RefObject<HTMLFormElement | null>
  /** The message after success. */
  doneText?: string
  onDone?: () => void
}

export function ActionForm(props: ActionFormProps) {
  const { label, submitLabel = label, pendingLabel = adminList.working } = props
  const [run] = useAdminChangeMutation()
  const findConfirmation = (values: ActionValues) =>
    typeof props.confirmation === 'function' ? props.confirmation(values) : props.confirmation
  const form = useDeclaredForm({
    ...props,
    needsConfirmation: (values) => findConfirmation(values) !== undefined,
    send: async (values) => {
      const answer = await run(props.change(values))
      if (answer.error) return answer
      announceDone(props.doneText ?? adminList.actionDone)
      props.onDone?.()
      return answer
    },
  })
  const confirmation = findConfirmation(trimValues(form.values))
  return (
    <form ref={props.ref} className="ui-fields ad-form" aria-label={label} {...form.props}>
      <FieldControls form={form} fields={form.fields} />
      {props.notice?.(trimValues(form.values))}
      <ActionRefusal error={form.failure} fallback={adminList.actionFailed} />
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
