import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import type { BotCheck } from '../botCheck/useBotCheck.ts'
import { RegisterForm } from './RegisterForm.tsx'

const noCheck: BotCheck = {
  config: null,
  round: 0,
  token: undefined,
  isPending: false,
  refusal: null,
  setToken: () => {},
  renew: () => {},
}

describe('the registration form', () => {
  it('marks its required fields, and only those', () => {
    renderRoute(
      <RegisterForm email="" onEmail={() => {}} check={noCheck} onRegistered={() => {}} />,
    )
    const isRequired = (label: string) =>
      screen.getByLabelText<HTMLInputElement>(label, { exact: false, selector: 'input' }).required
    for (const label of [
      'Имя',
      'Фамилия',
      'Email',
      'Подтвердите пароль',
      'Мне есть 18 лет',
      'Я принимаю пользовательское соглашение',
      'Согласие на обработку персональных данных',
    ])
      expect(isRequired(label), label).toBe(true)
    for (const label of ['Телефон', 'Получать новости и предложения'])
      expect(isRequired(label), label).toBe(false)
  })

  it('lists what is missing in the order of its fields', async () => {
    renderRoute(
      <RegisterForm email="" onEmail={() => {}} check={noCheck} onRegistered={() => {}} />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Зарегистрироваться' }))
    const links = within(await screen.findByRole('alert')).getAllByRole<HTMLAnchorElement>('link')
    const labels = links.map(({ hash }) => document.getElementById(hash.slice(1)))
    for (const [index, field] of labels.slice(1).entries())
      expect(
        labels[index]?.compareDocumentPosition(field as Node),
        links[index + 1]?.textContent ?? '',
      ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})
