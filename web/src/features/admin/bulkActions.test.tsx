import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { AdminList } from './AdminList.tsx'
import { carsSection } from './carsSection.tsx'
import { usersSection } from './usersSection.tsx'

const user = userEvent.setup()

it('loads the list again once, after the last of several changes', async () => {
  const requests: string[] = []
  const cars = ['a', 'b', 'c'].map((id) => ({
    id,
    brand: 'BMW',
    model: id,
    year: 2022,
    status: 'hidden',
    price_rub: 1,
    updated_at: '2026-11-20T10:00:00Z',
    version: 1,
  }))
  network.use(
    http.get('*/api/content/admin/cars', () => {
      requests.push('list')
      return HttpResponse.json({ items: cars, total: 3 })
    }),
    http.patch('*/api/content/admin/cars/:id', ({ params }) => {
      requests.push(String(params.id))
      return params.id === 'b'
        ? HttpResponse.json({ code: 'stale_version', message: 'Изменил другой' }, { status: 409 })
        : HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<AdminList section={carsSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  const bar = within(screen.getByRole('group', { name: /Выбрано/i }))
  await user.click(bar.getByRole('button', { name: 'Показать 3' }))
  await screen.findByText(/Готово: 2/)
  await waitFor(() => expect(requests.filter((one) => one === 'list').length).toBeGreaterThan(1))
  expect(requests).toEqual(['list', 'a', 'b', 'c', 'list'])
})

it('is confirmed by Enter, and shows what the server says of a typed value beside its field', async () => {
  const sent: unknown[] = []
  const users = ['Анна', 'Вера'].map((first_name, index) => ({
    id: `u${index}`,
    first_name,
    last_name: 'Орлова',
    email: `u${index}@example.com`,
    role: 'user',
    account_status: 'active',
    last_login_at: null,
    created_at: '2026-11-01T10:00:00Z',
    version: 1,
  }))
  network.use(
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users, total: 2 })),
    http.patch('*/api/auth/admin/users/:id', async ({ request }) => {
      const { reason } = (await request.json()) as { reason: string }
      sent.push(reason)
      const errors = [{ field: 'reason', message: 'Слишком коротко' }]
      return reason === 'Да'
        ? HttpResponse.json({ code: 'validation_failed', message: 'Нет', errors }, { status: 422 })
        : HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<AdminList section={usersSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Заблокировать 2' }))
  const field = within(screen.getByRole('alertdialog')).getByLabelText('Причина')
  await user.type(field, ' {Enter}')
  expect(sent).toEqual([])
  await user.type(field, 'Да{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual(['Да'])
  await user.type(field, ' уж{Enter}')
  expect(await screen.findByText('Готово: 2.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual(['Да', 'Да уж', 'Да уж'])
})
