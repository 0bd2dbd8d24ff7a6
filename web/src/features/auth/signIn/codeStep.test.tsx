import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { CodeStep } from './CodeStep.tsx'

const step = {
  email: 'anna@example.com',
  password: 'secret',
  onConfirmed: () => {},
  onCancel: () => {},
}
const resend = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /Отправить код повторно/ })

describe('the code of a registration', () => {
  it('can be requested again only after a minute', () => {
    renderRoute(<CodeStep {...step} />)
    expect(screen.getByText(/Письмо с кодом отправлено/)).toBeTruthy()
    expect(resend().textContent).toBe('Отправить код повторно через 60 с')
    expect(resend().disabled).toBe(true)
  })

  it.each([' 209612', '209 612', '209\u00a0612\n', 'код 209612'])(
    'is accepted when it is pasted as %j',
    async (pasted) => {
      renderRoute(<CodeStep {...step} />)
      const field = screen.getByLabelText<HTMLInputElement>('Код подтверждения')
      await userEvent.click(field)
      await userEvent.paste(pasted)
      expect(field.value).toBe('209612')
    },
  )

  it('keeps all digits of a code with spaces that a keyboard or the browser inserts', () => {
    renderRoute(<CodeStep {...step} />)
    const field = screen.getByLabelText<HTMLInputElement>('Код подтверждения')
    expect(field.maxLength).toBe(6)
    fireEvent.compositionEnd(field, { data: ' 398 752' })
    expect(field.value).toBe('398752')
  })

  it('that is requested again is announced, and takes away the refusal of the first one', async () => {
    network.use(
      http.post('*/api/auth/verify-email', () =>
        HttpResponse.json(
          { code: 'invalid_code', message: 'Неверный код подтверждения', status: 400 },
          { status: 400 },
        ),
      ),
      http.post('*/api/auth/resend-code', () =>
        HttpResponse.json({ success: true, retry_after: 60 }),
      ),
    )
    renderRoute(<CodeStep {...step} wasSentEarlier />)
    const field = screen.getByLabelText<HTMLInputElement>('Код подтверждения')
    await userEvent.type(field, '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }))
    expect((await screen.findAllByText('Неверный код подтверждения')).length).toBeGreaterThan(0)
    await userEvent.click(resend())
    expect(await screen.findByText(/Новый.код.отправлен/)).toBeTruthy()
    expect(screen.queryByText('Неверный код подтверждения')).toBeNull()
    expect(field.value).toBe('')
  })

  it('of an earlier visit is not announced as just sent and can be requested again at once', async () => {
    network.use(
      http.post('*/api/auth/resend-code', () =>
        HttpResponse.json({ success: true, retry_after: 60 }),
      ),
    )
    renderRoute(<CodeStep {...step} wasSentEarlier />)
    expect(screen.queryByText(/Письмо с кодом отправлено/)).toBeNull()
    expect(screen.getByText(/при регистрации/)).toBeTruthy()
    await userEvent.click(resend())
    expect(await screen.findByText(/Письмо с кодом отправлено/)).toBeTruthy()
    expect(resend().textContent).toMatch(/через (60|59) с/)
  })
})
