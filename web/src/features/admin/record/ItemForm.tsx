// The form of one record, built from its declared fields. Typed values are kept when saving fails.

import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { adminList } from '../../../shared/texts/adminList.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormSummary } from '../../../ui/FormSummary.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { Field, Item, SaveConfirmation, Section, Source } from '../section.ts'
import { FieldControls } from './FieldControl.tsx'
import { MissingData } from './MissingData.tsx'
import { Readiness } from './Readiness.tsx'
import { StaleNote } from './StaleNote.tsx'
import { useItemForm } from './useItemForm.ts'

type Props<Row extends Item, Listed extends Item> = {
  source: Source<Row, Listed>
  fields: readonly Field[]
  item: Row | null
  label: string
  onCreated: (row: Row) => void
  /** Preview of the typed values beside the form. */
  Preview?: Section<Row>['Preview']
  findSaveConfirmation?: Section<Row>['findSaveConfirmation']
  readiness?: Section<Row>['readiness']
}

export function ItemForm<Row extends Item, Listed extends Item>(props: Props<Row, Listed>) {
  const { source, fields, item, label, onCreated, Preview, readiness } = props
  const form = useItemForm(source, fields, item, onCreated, props.findSaveConfirmation)
  if (form.fields.length === 0) return null
  const confirmation = props.findSaveConfirmation?.(form.values, form.record)
  const formElement = (
    <form className="ui-fields ad-form" aria-label={label} {...form.props}>
      {form.isRestored && form.isChanged && (
        <Note tone="info" role="status">
          <p>{adminList.restored}</p>
          <Button small variant="text" onClick={() => form.dropDraft()}>
            {adminList.dropDraft}
          </Button>
        </Note>
      )}
      {form.attempt > 0 && <FormSummary problems={form.summary} attempt={form.attempt} />}
      <FieldControls form={form} fields={form.fields} />
      {form.failureText && (
        <Note tone="bad" role="alert">
          {form.failureText}
        </Note>
      )}
      {form.isStale && item && form.base && (
        <StaleNote
          source={source}
          fields={form.fields}
          base={form.base}
          onTake={form.loadRecord}
          onKeep={(fresh) => form.overwrite(fresh.version)}
        />
      )}
      <SubmitRow
        form={form}
        label={item ? adminList.save : adminList.create}
        pendingLabel={adminList.saving}
        small
        disabled={item !== null && !form.isChanged}
      >
        <span role="status" className="s mute">
          {form.isSaved ? adminList.saved : form.isChanged && adminList.draftKept}
        </span>
      </SubmitRow>
      {confirmation && <SaveConfirmationDialog form={form} {...confirmation} />}
    </form>
  )
  const list = readiness && (
    <Readiness check={readiness} values={form.values} row={form.record} fieldId={form.fieldId} />
  )
  // A new record begins with its name, so the long list is beside the form, or below it in a narrow panel.
  const isListAside = item === null && !Preview
  const checkedForm = list ? (
    <div className={isListAside ? 'ad-checked is-aside' : 'ad-checked'}>
      {!isListAside && list}
      {formElement}
      {isListAside && list}
    </div>
  ) : (
    formElement
  )
  if (!Preview) return checkedForm
  return (
    <div className="ad-beside">
      {checkedForm}
      <Preview values={form.values} row={form.base} />
    </div>
  )
}

type ConfirmProps = SaveConfirmation & {
  form: Pick<ReturnType<typeof useItemForm>, 'confirmation' | 'isSending'>
}

function SaveConfirmationDialog({ form, hint, missing = [], ...texts }: ConfirmProps) {
  return (
    <ConfirmDialog
      open={form.confirmation.isOpen}
      {...texts}
      description={hint}
      pendingLabel={form.isSending && adminList.saving}
      onConfirm={form.confirmation.confirm}
      onCancel={form.confirmation.cancel}
    >
      <MissingData items={missing} />
    </ConfirmDialog>
  )
}
