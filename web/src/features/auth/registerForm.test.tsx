import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import type { BotCheck } from './useBotCheck.ts'

const noCheck: BotCheck = {
  config: null,
  round: 0,
  token: undefined,
  isOpen: false,
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
})
