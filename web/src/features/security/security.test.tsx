import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { PersonalDataForm } from './Forms.tsx'
import { Sessions } from './Lists.tsx'

const session = (id: string, current: boolean) => ({
  id,
  current,
  device: `Браузер ${id}`,
  ip: '192.0.2.1',
  created_at: '2026-11-20T10:00:00Z',
  last_seen_at: '2026-11-20T11:00:00Z',
})

it('ends another session and never offers to end this one', async () => {
  let sessions = [session('one', true), session('two', false)]
  network.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json({ success: true, sessions })),
    http.delete('*/api/auth/sessions/two', () => {
      sessions = sessions.slice(0, 1)
      return HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<Sessions />)
  await userEvent.click(await screen.findByRole('button', { name: 'Завершить' }))
  await waitFor(() => expect(screen.queryByText('Браузер two')).toBeNull())
  expect(screen.getByText('Браузер one')).toBeTruthy()
})

it('asks before it erases, and says why it could not', async () => {
  network.use(
    http.delete('*/api/auth/me', () =>
      HttpResponse.json({ message: 'Неверный пароль', code: 'invalid_password' }, { status: 400 }),
    ),
  )
  renderRoute(<PersonalDataForm />)
  await userEvent.type(screen.getByLabelText('Пароль'), 'secret phrase')
  await userEvent.click(screen.getByRole('button', { name: /Удалить\sаккаунт/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Неверный пароль')
})
