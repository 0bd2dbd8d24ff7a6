// State of a form: typed values, their errors, a single submission, and the server's response.
// Typed values stay when sending fails. Nearly all forms of the site and of the admin panel use this
// hook (docs/decisions/0070).

import { type FormEvent, useEffect, useId, useState } from 'react'
import { type FieldProblem, isProblem, type Problem } from '../../api/problem.ts'
import type { UnsentKind } from '../../platform/unsentInput.ts'
import { useSingleFlight } from '../useSingleFlight.ts'
import { readDraft, saveDraft } from './draft.ts'
import { useAfterPress, useFocusInDialog, useJustSent } from './formEffects.ts'
import { nameField } from './nameField.ts'
import { useUnsent } from './unsent.ts'

export type Problems<Values> = { [Name in keyof Values]?: string }

type NamesOf<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never
}[keyof Values] &
  string

type SendResult<Values> = {
  error?: unknown
  /** Values to continue with, such as the values that the server stored. */
  next?: Values
  /** Called when the values count as sent. A form that opens another page does so here. */
  afterwards?: () => void
}

export type FormOptions<Values extends object> = {
  initial: Values
  /** Sends the values, for example with a mutation. */
  send: (values: Values) => Promise<SendResult<Values> | undefined>
  check?: (values: Values) => Problems<Values>
  /** Prefix of the field ids, for links to them. */
  id?: string
  /** Form names of fields that have another name in the server's errors. */
  renamed?: Readonly<Record<string, keyof Values & string>>
  /** The form field of a name in the server's errors, where it has another name. */
  findErrorField?: (serverName: string, values: Values) => string | undefined
  /** The form is cleared after it was sent. */
  isEmptiedWhenSent?: boolean
  /** Whether the user must confirm these values before they are sent. */
  needsConfirmation?: (values: Values) => boolean
  /**
   * After a failed attempt the first invalid field gets the focus, for a form without a summary.
   */
  focusesField?: boolean
  /**
   * Key in the session storage that keeps the typed values through a reload and a crash of the tab.
   */
  draftKey?: string
  /**
   * The values of the form after a reload, if they are not the saved ones. The draft has all values that differ from
   * them.
   */
  draftBase?: Values
  /**
   * What happens to changed values when the user leaves. `nothing`: they may be lost, as in the
   * calculator. By default a form with a draft keeps them, and any other form asks.
   */
  unsent?: UnsentKind | 'nothing' | ((values: Values) => UnsentKind | 'nothing')
  onChange?: (changed: Partial<Values>) => void
}

/** Fields of an error by its code, for errors in which the server names no field. */
const fieldsByCode: Readonly<Record<string, string[]>> = {
  invalid_code: ['code'],
  code_expired: ['code'],
  invalid_password: ['current_password', 'password'],
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, send, renamed, draftKey, onChange } = options
  const { unsent = draftKey ? 'kept' : 'asks' } = options
  const check = (typed: Values): Problems<Values> => options.check?.(typed) ?? {}
  const ownId = useId()
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [problems, setProblems] = useState<Problems<Values>>({})
  // Messages of the server for the summary, which names their fields.
  const [namedProblems, setNamedProblems] = useState<Problems<Values>>({})
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const [sentCount, setSentCount] = useState(0)
  const [isRestored, setRestored] = useState(false)
  const isJustSent = useJustSent(sentCount)
  const afterPress = useAfterPress()
  const getFieldId = (name: string) => `${options.id ?? ownId}-${name}`
  const names = Object.keys(values) as (keyof Values & string)[]

  useFocusInDialog(() => getFieldId(names.find((name) => values[name] === '') ?? names[0] ?? ''))
  // Runs after hydration, because the prerendered form has no draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a draft.
  useEffect(() => {
    if (!draftKey) return
    const draft = readDraft(draftKey, values)
    setValues((now) => ({ ...now, ...draft }))
    setRestored(Object.keys(draft).length > 0)
  }, [draftKey])

  // Values typed while the form was being sent become a new draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after sending, not after each key.
  useEffect(() => {
    if (sentCount > 0) keepDraft(values)
  }, [draftKey, sentCount])

  /** Stores the typed values, or removes the draft if none differs from the saved ones. */
  function keepDraft(typed: Values, unchanged = saved) {
    if (!draftKey) return
    const hasChange = names.some((name) => typed[name] !== unchanged[name])
    saveDraft(draftKey, typed, hasChange ? (options.draftBase ?? unchanged) : typed)
  }

  function change(changed: Partial<Values>) {
    const next = { ...values, ...changed }
    setValues((now) => ({ ...now, ...changed }))
    keepDraft(next)
    setProblems((before) => omit(before, Object.keys(changed)))
    setNamedProblems((before) => omit(before, Object.keys(changed)))
    setFailure(null)
    onChange?.(changed)
  }

  /** Fills in known values, which count as unchanged. Typed values stay. */
  function fill(known: Partial<Values>) {
    setSaved((before) => ({ ...before, ...known }))
    setValues((now) => {
      const untouched = Object.entries(known).filter(
        ([name]) => now[name as keyof Values] === saved[name as keyof Values],
      )
      return { ...now, ...Object.fromEntries(untouched) }
    })
  }

  /** Replaces all values. They count as unchanged. */
  function reset(next = initial) {
    setValues(next)
    setSaved(next)
    if (draftKey) saveDraft(draftKey, next, next)
    setRestored(false)
    setProblems({})
    setFailure(null)
    setAttempt(0)
    setSentCount(0)
  }

  /** Makes the sent values unsent again, after an undo. */
  function unsend() {
    setSaved(initial)
    keepDraft(values, initial)
  }

  function showProblems(found: Problems<Values>, named: Problems<Values> = {}) {
    setProblems(found)
    setNamedProblems(named)
    setAttempt((count) => count + 1)
    if (options.focusesField)
      document.getElementById(getFieldId(Object.keys(found)[0] ?? ''))?.focus()
  }

  function validate(): boolean {
    const found = check(values)
    setProblems(found)
    setNamedProblems({})
    setFailure(null)
    if (Object.keys(found).length === 0) return true
    showProblems(found)
    return false
  }

  /**
   * Shows a server error beside the fields that it names. Messages about other fields become the failure.
   */
  function showError(error: unknown) {
    const named = isProblem(error) ? (error.errors ?? findErrorsByCode(error)) : []
    const known: Problems<Values> = {}
    const summary: Problems<Values> = {}
    const others: FieldProblem[] = []
    for (const problem of named) {
      const name = findFormField(problem.field)
      if (name === undefined) {
        others.push(problem)
        continue
      }
      known[name] ??= problem.message
      summary[name] ??= nameField(getFieldId(name), problem.message)
    }
    const isOfFields = isProblem(error) && error.errors !== undefined
    if (Object.keys(known).length > 0) showProblems(known, isOfFields ? summary : {})
    if (isProblem(error) && others.length > 0) setFailure({ ...error, errors: others })
    else if (named.length === 0) setFailure(error)
  }

  /**
   * Finds the form field of a name in the server's errors. The server names a nested field by its path, such as
   * `requisites.inn` or `exceptions.0.date`. The form may call the field by the whole path or by a part of it, at
   * its end or at its beginning: `inn`, or `exceptions`.
   */
  function findFormField(serverName: string): (keyof Values & string) | undefined {
    const parts = serverName.split('.')
    const ends = parts.map((_, index) => parts.slice(index).join('.'))
    const beginnings = parts.slice(1).map((_, index) => parts.slice(0, -1 - index).join('.'))
    const candidates = [...ends, ...beginnings].map((name) => renamed?.[name] ?? name)
    const found = options.findErrorField?.(serverName, values)
    return names.find((name) => name === found) ?? findFirst(candidates, names)
  }

  function findErrorsByCode({ code, message }: Problem) {
    const field = fieldsByCode[code]?.find((name) => name in values)
    return field ? [{ field, message }] : []
  }

  const request = useSingleFlight(async () => {
    setSending(true)
    setFailure(null)
    const answer = await send(values).finally(() => setSending(false))
    setConfirming(false)
    if (answer?.error) return showError(answer.error)
    setAttempt(0)
    setSentCount((count) => count + 1)
    // Values typed during the request stay: they are the next message or an unsaved change.
    const next = answer?.next ?? (options.isEmptiedWhenSent ? initial : values)
    setValues((now) => (now === values ? next : now))
    setSaved(next)
    setRestored(false)
    if (draftKey) saveDraft(draftKey, next, next)
    release()
    answer?.afterwards?.()
  })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!validate()) return
    if (options.needsConfirmation?.(values)) setConfirming(true)
    else void request()
  }

  /**
   * Validates a field when the user leaves it. Until an attempt has failed, an unchanged field
   * shows no error.
   */
  function validateOnBlur(name: keyof Values) {
    const problem = check(values)[name]
    if (problem && (attempt > 0 || values[name] !== saved[name]))
      setProblems((before) => ({ ...before, [name]: problem }))
  }

  const isChanged = names.some((name) => values[name] !== saved[name])
  const whenLeaving = typeof unsent === 'function' ? unsent(values) : unsent
  const release = useUnsent(
    isChanged && whenLeaving !== 'nothing' ? whenLeaving : null,
    sentCount,
    () => reset(saved),
  )
  return {
    values,
    problems,
    attempt,
    failure,
    isSending,
    /** True for a few seconds after sending. */
    isJustSent,
    /** Sent or saved, and not changed since. */
    isSaved: sentCount > 0 && !isChanged,
    /** Whether a value differs from the loaded, sent or saved one. */
    isChanged,
    /** Whether the values were restored from a draft. */
    isRestored,
    /** Errors for the summary above the form. */
    summary: Object.entries<string | undefined>(problems).flatMap(([name, message]) =>
      message
        ? [{ field: getFieldId(name), message: namedProblems[name as keyof Values] ?? message }]
        : [],
    ),
    confirmation: {
      isOpen: isConfirming,
      confirm: () => void request(),
      cancel: () => setConfirming(false),
    },
    fieldId: getFieldId,
    change,
    fill,
    reset,
    unsend,
    validate,
    showError,
    submit,
    /** Props of the form element. */
    props: { noValidate: true, onSubmit: submit },
    /** Props of a text control. */
    field: <Name extends NamesOf<Values, string>>(name: Name) => ({
      id: getFieldId(name),
      name,
      value: values[name] as string,
      error: problems[name],
      onChange: (event: { target: { value: string } }) =>
        change({ [name]: event.target.value } as Partial<Values>),
      onBlur: () => afterPress(() => validateOnBlur(name)),
    }),
    /** Props of a checkbox. */
    box: <Name extends NamesOf<Values, boolean>>(name: Name) => ({
      id: getFieldId(name),
      name,
      checked: values[name] as boolean,
      error: problems[name],
      onChange: (event: { target: { checked: boolean } }) =>
        change({ [name]: event.target.checked } as Partial<Values>),
    }),
  }
}

/** The first candidate that is among the names. */
function findFirst<Name extends string>(
  candidates: readonly string[],
  names: readonly Name[],
): Name | undefined {
  for (const candidate of candidates) {
    const found = names.find((name) => name === candidate)
    if (found) return found
  }
  return undefined
}

function omit<Values extends object>(all: Problems<Values>, names: string[]): Problems<Values> {
  const rest = Object.entries(all).filter(([name]) => !names.includes(name))
  return Object.fromEntries(rest) as Problems<Values>
}
