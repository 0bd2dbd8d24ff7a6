import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { findInputLostByLeaving, hasUnsentInput } from '../../platform/unsentInput.ts'
import { TextField } from '../../ui/TextField.tsx'
import { checkFields, email, required } from './checks.ts'
import { FormErrors } from './FormErrors.tsx'
import { type FormOptions, useForm } from './useForm.ts'

type Values = { name: string; email: string }
type Answer = { error?: unknown }

const check = checkFields<Values>({
  name: required('Укажите имя'),
  email: email({ missing: 'Укажите почту', wrong: 'Проверьте почту' }),
})

function Sample(options: Partial<FormOptions<Values>>) {
  const form = useForm<Values>({
    id: 'sample',
    initial: { name: '', email: '' },
    check,
    send: async () => ({}),
    ...options,
  })
  return (
    <form aria-label="Проба" {...form.props}>
      {!options.focusesField && <FormErrors form={form} fallback="Не отправлено" />}
      <TextField label="Имя" {...form.field('name')} />
      <TextField label="Почта" {...form.field('email')} />
      <button type="submit">Отправить</button>
      <p role="status">{form.isJustSent && 'Отправлено'}</p>
      {form.confirmation.isOpen && (
        <button type="button" onClick={form.confirmation.confirm}>
          Да
        </button>
      )}
    </form>
  )
}

/** The server rejects the code without naming a field. */
function CodeSample() {
  const message = 'Неверный код подтверждения'
  const form = useForm({
    initial: { code: '123456' },
    send: async () => ({ error: { status: 400, code: 'invalid_code', message } }),
  })
  return (
    <form {...form.props}>
      <FormErrors form={form} fallback="Не отправлено" />
      <TextField label="Код" {...form.field('code')} />
      <button type="submit">Отправить</button>
    </form>
  )
}

/** Like an admin form: it may be filled again with a version that somebody else saved. */
function SavedSample() {
  const form = useForm({ initial: { name: 'Анна', email: '' }, send: async () => ({}) })
  return (
    <form {...form.props}>
      <TextField label="Имя" {...form.field('name')} />
      <button type="submit">Сохранить</button>
      <button type="button" onClick={() => form.reset({ name: 'Мария', email: '' })}>
        Взять свежую версию
      </button>
      <p role="status">{form.isSaved && 'Сохранено'}</p>
    </form>
  )
}

const user = userEvent.setup()
const findField = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const send = () => user.click(screen.getByRole('button', { name: 'Отправить' }))

async function fill(name = 'Анна', address = 'anna@example.com') {
  await user.type(findField('Имя'), name)
  if (address) await user.type(findField('Почта'), address)
}

/** A request that the test resolves. */
function createHeldRequest() {
  const sent: Values[] = []
  let finish = (_answer: Answer) => {}
  const answer = (values: Values) => {
    sent.push(values)
    return new Promise<Answer>((resolve) => {
      finish = resolve
    })
  }
  return { sent, answer, finish: (given: Answer) => act(async () => finish(given)) }
}

describe('a form', () => {
  it('lists its errors above the fields, moves the focus there, and links to the fields', async () => {
    renderRoute(<Sample />)
    await send()
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    await user.click(within(summary).getByRole('link', { name: 'Укажите почту' }))
    expect(document.activeElement).toBe(findField('Почта'))
    await user.type(findField('Почта'), 'a')
    expect(within(summary).queryByText('Укажите почту')).toBeNull()
  })

  it('without a summary moves the focus to its first invalid field', async () => {
    renderRoute(<Sample focusesField />)
    await send()
    expect(document.activeElement).toBe(findField('Имя'))
  })

  it('checks a field when it is left, but not an untouched one', async () => {
    renderRoute(<Sample />)
    await user.click(findField('Имя'))
    await user.tab()
    expect(findField('Имя').getAttribute('aria-invalid')).toBeNull()
    await user.type(findField('Почта'), 'anna')
    await user.tab()
    expect(screen.getByText('Проверьте почту')).toBeTruthy()
  })

  it('shows no new error while the mouse button is down', async () => {
    renderRoute(<Sample />)
    await user.type(findField('Почта'), 'anna')
    const target = screen.getByRole('button', { name: 'Отправить' })
    await user.pointer({ keys: '[MouseLeft>]', target })
    expect(document.activeElement).toBe(target)
    expect(screen.queryByText('Проверьте почту')).toBeNull()
    await user.pointer({ keys: '[/MouseLeft]', target })
    expect(within(await screen.findByRole('alert')).getByText('Проверьте почту')).toBeTruthy()
  })

  it('is sent once however often it is submitted, and keeps what is typed meanwhile', async () => {
    const request = createHeldRequest()
    renderRoute(<Sample send={request.answer} isEmptiedWhenSent />)
    await fill()
    await send()
    await send()
    await user.type(findField('Имя'), ' и Пётр')
    await request.finish({})
    expect(request.sent).toEqual([{ name: 'Анна', email: 'anna@example.com' }])
    expect(findField('Имя').value).toBe('Анна и Пётр')
    expect(hasUnsentInput()).toBe(true)
  })

  it('is empty and has no unsent input after it was sent', async () => {
    renderRoute(<Sample isEmptiedWhenSent />)
    await fill()
    expect(hasUnsentInput()).toBe(true)
    await send()
    expect(await screen.findByText('Отправлено')).toBeTruthy()
    expect(findField('Имя').value).toBe('')
    expect(hasUnsentInput()).toBe(false)
  })

  it('shows a server error beside the field that it names, and any other above the fields', async () => {
    const error = {
      code: 'validation_error',
      message: 'Заявка не принята',
      errors: [
        { field: 'mail', message: 'Такой почты нет' },
        { field: 'unknown', message: 'Неизвестное поле' },
      ],
    }
    renderRoute(<Sample send={async () => ({ error })} renamed={{ mail: 'email' }} />)
    await fill()
    await send()
    expect(await screen.findByRole('link', { name: 'Почта: такой почты нет' })).toBeTruthy()
    expect(screen.getByRole('textbox', { description: 'Такой почты нет' })).toBe(findField('Почта'))
    expect(screen.getByText('Заявка не принята. Неизвестное поле')).toBeTruthy()
    expect(findField('Имя').value).toBe('Анна')
  })

  it.each(['requisites.email', 'email.0.address', 'people.1.email', 'mail.3', 'people.2.mail'])(
    'shows a server error about %s beside its field',
    async (field) => {
      const errors = [{ field, message: 'Такой почты нет' }]
      const error = { code: 'validation_error', message: 'Проверьте поля формы', errors }
      renderRoute(<Sample send={async () => ({ error })} renamed={{ mail: 'email' }} />)
      await fill()
      await send()
      expect(await screen.findByRole('link', { name: 'Почта: такой почты нет' })).toBeTruthy()
      expect(findField('Почта').getAttribute('aria-invalid')).toBe('true')
      expect(screen.getAllByRole('alert')).toHaveLength(1)
    },
  )

  it('without the field that the server names shows what the server says about it', async () => {
    const errors = [{ field: 'unknown', message: 'Неизвестное поле.' }]
    const error = { code: 'validation_error', message: 'Проверьте поля формы', errors }
    renderRoute(<Sample send={async () => ({ error })} />)
    await fill()
    await send()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Проверьте поля формы. Неизвестное поле',
    )
  })

  it('shows the error of a wrong code beside its field, though the server names no field', async () => {
    renderRoute(<CodeSample />)
    await send()
    expect(screen.getByRole('alert').textContent).toContain('Неверный код подтверждения')
    const code = screen.getByRole('textbox', {
      name: 'Код',
      description: 'Неверный код подтверждения',
    })
    expect(code.getAttribute('aria-invalid')).toBe('true')
    expect(findField('Код').value).toBe('123456')
  })

  it('keeps typed texts over a reload until they are sent', async () => {
    const first = renderRoute(<Sample draftKey="sample" isEmptiedWhenSent />)
    await fill('Анна', '')
    first.unmount()
    renderRoute(<Sample draftKey="sample" isEmptiedWhenSent />)
    await waitFor(() => expect(findField('Имя').value).toBe('Анна'))
    await user.type(findField('Почта'), 'anna@example.com')
    await send()
    await waitFor(() => expect(sessionStorage.getItem('sample')).toBeNull())
  })

  it('keeps what was typed while it was sent as the next draft', async () => {
    const request = createHeldRequest()
    renderRoute(<Sample draftKey="sample" send={request.answer} isEmptiedWhenSent />)
    await fill()
    await send()
    await user.type(findField('Имя'), ' и Пётр')
    await request.finish({})
    await waitFor(() =>
      expect(JSON.parse(sessionStorage.getItem('sample') ?? '{}')).toEqual({
        name: 'Анна и Пётр',
        email: 'anna@example.com',
      }),
    )
    expect(hasUnsentInput()).toBe(true)
  })

  it.each([
    ['a form', {}, { leaving: true, reload: true }],
    ['a form with a draft', { draftKey: 'sample' }, { leaving: false, reload: true }],
    [
      'a form that is typed again in a moment',
      { unsent: 'brief' },
      { leaving: false, reload: true },
    ],
    ['a form that loses nothing', { unsent: 'nothing' }, { leaving: false, reload: false }],
  ] as const)(
    '%s is unsent input when it is changed, and none when it is changed back',
    async (_what, options, isLost) => {
      renderRoute(<Sample {...options} />)
      expect(hasUnsentInput()).toBe(false)
      await user.type(findField('Имя'), 'А')
      expect(findInputLostByLeaving().length > 0).toBe(isLost.leaving)
      expect(hasUnsentInput()).toBe(isLost.reload)
      await user.clear(findField('Имя'))
      expect(hasUnsentInput()).toBe(false)
    },
  )

  it('is sent only after the confirmation where one is needed', async () => {
    const request = createHeldRequest()
    renderRoute(<Sample send={request.answer} needsConfirmation={() => true} />)
    await fill()
    await send()
    expect(request.sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Да' }))
    expect(request.sent).toHaveLength(1)
    await request.finish({ error: { code: 'down', message: 'Сервис недоступен' } })
    expect(screen.getByRole('alert').textContent).toBe('Сервис недоступен')
    expect(screen.queryByRole('button', { name: 'Да' })).toBeNull()
  })
})

it('a form does not count as saved after its values were replaced', async () => {
  renderRoute(<SavedSample />)
  await user.type(findField('Имя'), ' М.')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Сохранено'))
  await user.click(screen.getByRole('button', { name: 'Взять свежую версию' }))
  expect(findField('Имя').value).toBe('Мария')
  expect(screen.getByRole('status').textContent).toBe('')
})
