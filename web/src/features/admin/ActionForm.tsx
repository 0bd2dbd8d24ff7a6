// A form for one action on a record, built from described fields. Enter submits it. Typed values are kept
// when the action fails, and an error that the server reports for a field is shown at this field.

import { useId, useState } from 'react'
import { type FieldProblem, isProblem, problemText } from '../../app/problem.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { Button, type ButtonVariant } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { type Change, useAdminChangeMutation } from './adminApi.ts'
import { FieldControl } from './FieldControl.tsx'
import { validateFields } from './formValues.ts'
import type { Field } from './section.ts'

export type ActionValues = Readonly<Record<string, string>>

type Props = {
  /** The accessible name of the form. */
  label: string
  /** The fields; a function where they depend on the typed values. */
  fields: readonly Field[] | ((typed: ActionValues) => readonly Field[])
  initial: ActionValues
  /** The request of the trimmed values. */
  change: (values: ActionValues) => Change
  /** Whether the values can be sent; required fields are checked in any case. */
  canSubmit?: (values: ActionValues) => boolean
  submitLabel: string
  pendingLabel?: string
  variant?: ButtonVariant
  confirmation?: { title: string; hint?: string; confirm: string }
  onDone?: () => void
}

const trimValues = (values: ActionValues): ActionValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))

function useActionForm({ fields: described, initial, change, canSubmit, onDone }: Props) {
  const [typed, setTyped] = useState(initial)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [isConfirming, setConfirming] = useState(false)
  const [run, state] = useAdminChangeMutation()
  const fields = typeof described === 'function' ? described(typed) : described
  const values = trimValues(typed)

  const send = useSingleFlight(async () => {
    const answer = await run(change(values))
    setConfirming(false)
    if (answer.error) {
      const errors = isProblem(answer.error) ? (answer.error.errors ?? []) : []
      setProblems(errors.filter(({ field }) => field in typed))
      return
    }
    setTyped(initial)
    onDone?.()
  })

  return {
    fields,
    typed,
    problems,
    isConfirming,
    setConfirming,
    send,
    isSending: state.isLoading,
    error: problems.length === 0 ? state.error : undefined,
    isReady: validateFields(fields, values).length === 0 && (canSubmit?.(values) ?? true),
    isUnchanged: Object.entries(initial).every(([name, value]) => values[name] === value),
    setValue: (name: string, value: string) => {
      setTyped((before) => ({ ...before, [name]: value }))
      setProblems((before) => before.filter(({ field }) => field !== name))
    },
  }
}

export function ActionForm(props: Props) {
  const { label, submitLabel, pendingLabel = adminList.working, variant, confirmation } = props
  const form = useActionForm(props)
  const prefix = useId()
  return (
    <form
      className="ui-fields ad-form"
      aria-label={label}
      noValidate
      data-no-draft={form.isUnchanged || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.isReady) return
        if (confirmation) form.setConfirming(true)
        else void form.send()
      }}
    >
      {form.fields.map((field) => (
        <div key={field.name} className={field.short ? 'is-short' : undefined}>
          <FieldControl
            id={`${prefix}${field.name}`}
            field={field}
            value={form.typed[field.name] ?? ''}
            error={form.problems.find((problem) => problem.field === field.name)?.message}
            onChange={(value) => form.setValue(field.name, String(value))}
          />
        </div>
      ))}
      {form.error && (
        <Note tone="bad" role="alert">
          {problemText(form.error, adminList.actionFailed)}
        </Note>
      )}
      <div className="btns">
        <Button
          type="submit"
          small
          variant={variant ?? 'line'}
          disabled={!form.isReady}
          pendingLabel={form.isSending && pendingLabel}
        >
          {submitLabel}
        </Button>
      </div>
      {confirmation && (
        <ConfirmDialog
          open={form.isConfirming}
          title={confirmation.title}
          description={confirmation.hint}
          confirm={confirmation.confirm}
          pendingLabel={form.isSending && pendingLabel}
          onConfirm={() => void form.send()}
          onCancel={() => form.setConfirming(false)}
        />
      )}
    </form>
  )
}
