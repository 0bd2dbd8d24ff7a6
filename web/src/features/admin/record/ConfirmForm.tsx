import type { RefObject } from 'react'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { adminList } from '../../../shared/texts/adminList.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { Field } from '../section.ts'
import { FieldControls } from './FieldControl.tsx'
import { MissingData } from './MissingData.tsx'
import { type DeclaredFormOptions, useDeclaredForm } from './useDeclaredForm.ts'

type ConfirmFormProps = Pick<DeclaredFormOptions, 'send'> & {
  title: string
  hint?: string
  confirm: string
  cancel?: string
  missing?: readonly string[]
  variant?: 'solid' | 'danger'
  fields?: readonly Field[]
  /** Gets the focus if the action removes the button that opened the dialog. */
  restoreFocusTo: RefObject<HTMLElement | null>
  onCancel: () => void
}

/** A dialog that asks for confirmation and for required values. The caller closes it when the action is done. */
export function ConfirmForm({
  hint,
  fields = [],
  missing = [],
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
      onConfirm={form.submit}
    >
      <MissingData items={missing} />
      <FieldControls form={form} fields={form.fields} />
      <ActionErrorNote error={form.failure} fallback={adminList.actionFailed} />
    </ConfirmDialog>
  )
}
