import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { recordEngagement } from '../../app/engagement.ts'
import { successMessage } from '../../app/limits.ts'
import { pages } from '../../app/paths.ts'
import { isProblem, problemText } from '../../app/problem.ts'
import { carRequest as texts } from '../../app/texts/cars.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { phoneNumber } from '../../lib/phone'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { FormSummary } from '../../ui/FormSummary'
import { PhoneField } from '../../ui/PhoneField'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { useSendCarRequestMutation } from './carsApi.ts'

const blank = { name: '', phone: '', message: '', consent: false }
type FormValues = typeof blank
type Problems = Partial<Record<keyof FormValues, string>>

const idOf = (name: string) => `car-request-${name}`

function findProblems({ name, phone, consent }: FormValues): Problems {
  const { problems } = texts
  return {
    ...(!name.trim() && { name: problems.name }),
    ...(!phoneNumber(phone) && { phone: phone.trim() ? problems.phoneShort : problems.phone }),
    ...(!consent && { consent: problems.consent }),
  }
}

function useCarRequest(carId: string) {
  const [typed, setTyped] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  const [send, { isLoading, isSuccess, data, error, reset }] = useSendCarRequestMutation()

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(reset, successMessage)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  const request = useSingleFlight(async () => {
    const found = findProblems(typed)
    setProblems(found)
    if (Object.keys(found).length > 0) {
      setAttempt((count) => count + 1)
      return
    }
    const answer = await send({
      kind: 'order',
      car_id: carId,
      name: typed.name.trim(),
      phone: phoneNumber(typed.phone) ?? '',
      message: typed.message.trim() || undefined,
      consent: true,
    })
    if (answer.data) {
      recordEngagement()
      setTyped(blank)
      setAttempt(0)
    } else if (isProblem(answer.error) && answer.error.errors) {
      setProblems(Object.fromEntries(answer.error.errors.map((p) => [p.field, p.message])))
      setAttempt((count) => count + 1)
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void request()
  }
  function change(name: keyof FormValues, value: string | boolean) {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _mended, ...rest }) => rest)
    if (error) reset()
  }
  const field = (name: 'name' | 'phone' | 'message') => ({
    id: idOf(name),
    name,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  const consent = {
    id: idOf('consent'),
    checked: typed.consent,
    error: problems.consent,
    onChange: (event: { target: { checked: boolean } }) => change('consent', event.target.checked),
  }
  const listed = Object.entries(problems).flatMap(([name, message]) =>
    message ? [{ field: idOf(name), message }] : [],
  )
  return {
    field,
    consent,
    listed,
    attempt,
    submit,
    isLoading,
    error,
    sent: data?.reference,
    isBlank: typed === blank,
  }
}

export function CarRequest({ carId }: { carId: string }) {
  const form = useCarRequest(carId)
  const { field, consent, listed, attempt, submit, isLoading, error, sent } = form
  return (
    <form
      aria-label={texts.form}
      className="cars-form"
      noValidate
      data-no-draft={form.isBlank || undefined}
      onSubmit={submit}
    >
      {attempt > 0 && <FormSummary problems={listed} attempt={attempt} />}
      {error && listed.length === 0 && (
        <p role="alert" className="cars-failure">
          {problemText(error, texts.failed)}
        </p>
      )}
      <div className="cars-form-two">
        <TextField label={texts.name} autoComplete="name" maxLength={100} {...field('name')} />
        <PhoneField label={texts.phone} {...field('phone')} />
      </div>
      <TextArea
        label={texts.message}
        rows={3}
        maxLength={5000}
        placeholder={texts.messageHint}
        {...field('message')}
      />
      <Checkbox label={texts.consent} {...consent}>
        {' '}
        <Link to={pages.privacy} className="s">
          {texts.policy}
        </Link>
      </Checkbox>
      <div className="btns">
        <Button type="submit" wide pendingLabel={isLoading && texts.sending}>
          {texts.send}
        </Button>
        <p role="status" className="s cars-sent">
          {sent && texts.sent(sent)}
        </p>
      </div>
    </form>
  )
}
