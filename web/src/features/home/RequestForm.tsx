import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { recordEngagement } from '../../app/engagement.ts'
import { successMessage } from '../../app/limits.ts'
import { isProblem, problemText } from '../../app/problem.ts'
import { quickRequest as texts } from '../../app/texts/homeSections.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { phoneNumber } from '../../lib/phone'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { FormSummary } from '../../ui/FormSummary'
import { PhoneField } from '../../ui/PhoneField'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { useSendQuickRequestMutation } from './homeApi.ts'
import {
  findProblem,
  findProblems,
  type RequestField,
  type RequestProblems,
} from './requestChecks.ts'

const kinds = ['selection', 'consultation', 'calculation', 'order', 'trade_in', 'callback'] as const
const uuid = /^[0-9a-f-]{36}$/i

/** The parameters of a link to this form: the kind of request, a saved calculation. */
function useLinkedRequest() {
  const [search] = useSearchParams()
  const calculation = search.get('calculation') ?? ''
  return {
    kind: kinds.find((kind) => kind === search.get('kind')) ?? ('consultation' as const),
    calculation_id: uuid.test(calculation) ? calculation : undefined,
  }
}

const idOf = (field: string) => `request-${field}`

function useRequestForm() {
  const asked = useLinkedRequest()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<RequestProblems>({})
  const [attempt, setAttempt] = useState(0)
  const [send, { isLoading, isSuccess, data, error, reset }] = useSendQuickRequestMutation()

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(reset, successMessage)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  const request = useSingleFlight(async (typed: FormData) => {
    const found = findProblems(typed)
    setProblems(found)
    if (Object.keys(found).length > 0) {
      setAttempt((count) => count + 1)
      return
    }
    const answer = await send({
      ...asked,
      name: String(typed.get('name')).trim(),
      phone: phoneNumber(String(typed.get('phone'))) ?? '',
      message: String(typed.get('message')).trim() || undefined,
      consent: true,
    })
    if (answer.data) {
      form.current?.reset()
      setAttempt(0)
      recordEngagement()
    } else if (isProblem(answer.error) && answer.error.errors) {
      setProblems(Object.fromEntries(answer.error.errors.map((p) => [p.field, p.message])))
      setAttempt((count) => count + 1)
    }
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void request(new FormData(event.currentTarget))
  }

  /** Checks a field when the user leaves it; while it is edited, no error is shown. */
  const field = (name: RequestField) => ({
    id: idOf(name),
    name,
    error: problems[name],
    onChange: () => {
      if (error) reset()
      if (problems[name]) setProblems((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: () => {
      if (!form.current) return
      const problem = findProblem(name, new FormData(form.current)) ?? undefined
      // An untouched empty field shows no error yet.
      if (attempt > 0 || form.current.querySelector<HTMLInputElement>(`#${idOf(name)}`)?.value)
        setProblems((before) => ({ ...before, [name]: problem }))
    },
  })

  return { form, problems, attempt, submit, field, isLoading, sent: data?.reference, error }
}

export function RequestForm({ policy }: { policy: ReactNode }) {
  const { form, problems, attempt, submit, field, isLoading, sent, error } = useRequestForm()
  const listed = Object.entries(problems).flatMap(([name, message]) =>
    message ? [{ field: idOf(name), message }] : [],
  )
  return (
    <form ref={form} aria-label={texts.form} className="home-form" noValidate onSubmit={submit}>
      {attempt > 0 && <FormSummary problems={listed} attempt={attempt} />}
      {error && listed.length === 0 && (
        <p role="alert" className="home-form-failure">
          {problemText(error, texts.failed)}
        </p>
      )}
      <div className="home-form-two">
        <TextField
          label={texts.name}
          autoComplete="given-name"
          maxLength={100}
          {...field('name')}
        />
        <PhoneField label={texts.phone} {...field('phone')} />
      </div>
      <TextArea
        label={texts.message}
        rows={4}
        maxLength={5000}
        placeholder={texts.messageHint}
        {...field('message')}
      />
      <Checkbox label={texts.consent} {...field('consent')}>
        {' '}
        {policy}
      </Checkbox>
      <div className="btns">
        <Button type="submit" wide pendingLabel={isLoading && texts.sending}>
          {texts.send}
        </Button>
        <p role="status" className="home-form-sent">
          {sent && texts.sent(sent)}
        </p>
      </div>
    </form>
  )
}
