// A role and a block are changed only after a confirmation that names the person.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { usersSection } from './usersSection.tsx'

const user = userEvent.setup()

const anna = {
  id: 'u1',
  first_name: 'Анна',
  last_name: 'Орлова',
  email: 'anna@example.com',
  email_verified: true,
  phone: null,
  role: 'user',
  account_status: 'active',
  blocked_reason: null,
  last_login_at: null,
  created_at: '2026-11-01T10:00:00Z',
  version: 1,
}
const vera = { ...anna, id: 'u2', first_name: 'Вера', email: 'vera@example.com' }
const emptyList = { items: [], total: 0 }
let sent: Record<string, unknown>[] = []
let account: Omit<typeof anna, 'blocked_reason'> & { blocked_reason: string | null } = anna

beforeEach(() => {
  sent = []
  account = anna
  network.use(
    http.get('*/api/auth/admin/users', () =>
      HttpResponse.json({ users: [account, vera], total: 2 }),
    ),
    http.get('*/api/auth/admin/users/u1', () => HttpResponse.json({ user: account })),
    http.get('*/api/auth/admin/users/u1/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/content/admin/customers/u1', () =>
      HttpResponse.json({
        success: true,
        ...Object.fromEntries(
          [
            'notes',
            'orders',
            'contacts',
            'requests',
            'bookings',
            'reservations',
            'calculations',
            'favorites',
            'searches',
          ].map((part) => [part, emptyList]),
        ),
      }),
    ),
    http.get('*/api/notifications/admin/users/u1/emails', () =>
      HttpResponse.json({ success: true, ...emptyList, refused_types: [] }),
    ),
    http.patch('*/api/auth/admin/users/:id', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({ user: { ...account, version: 2 } })
    }),
  )
})

it('an account becomes an administrator only after a confirmation that names the person', async () => {
  renderRoute(<AdminList section={usersSection} />, { at: '/?item=u1' })
  await user.selectOptions(await screen.findByLabelText('Роль'), 'Администратор')
  const save = screen.getByRole('button', { name: 'Сохранить' })
  await user.click(save)
  const question = await screen.findByRole('alertdialog', {
    name: 'Сделать администратором: Анна Орлова?',
  })
  expect(question.textContent).toMatch(/видеть.покупателей и.деньги/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
  expect(screen.getByLabelText('Роль')).toHaveProperty('value', 'admin')

  await user.click(save)
  const confirm = await screen.findByRole('button', { name: 'Сделать администратором' })
  confirm.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toEqual([{ role: 'admin', version: 1 }]))
})

it('an account is blocked only after a confirmation that names the person and the reason', async () => {
  renderRoute(<AdminList section={usersSection} />, { at: '/?item=u1' })
  await user.type(await screen.findByLabelText(/^Причина/), 'Чужие документы')
  await user.click(screen.getByRole('button', { name: 'Заблокировать' }))
  const question = await screen.findByRole('alertdialog', { name: 'Заблокировать: Анна Орлова?' })
  expect(question.textContent).toContain('«Чужие документы»')
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Заблокировать' }))
  const blocked = { account_status: 'blocked', reason: 'Чужие документы', version: 1 }
  await waitFor(() => expect(sent).toEqual([blocked]))
})

it('an account is unblocked only after a confirmation that names the person', async () => {
  account = { ...anna, account_status: 'blocked', blocked_reason: 'Чужие документы' }
  renderRoute(<AdminList section={usersSection} />, { at: '/?item=u1' })
  await user.click(await screen.findByRole('button', { name: 'Разблокировать' }))
  const question = await screen.findByRole('alertdialog', { name: 'Разблокировать: Анна Орлова?' })
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Разблокировать' }))
  await waitFor(() => expect(sent).toEqual([{ account_status: 'active', version: 1 }]))
})

it('the question of a bulk change names the selected people', async () => {
  renderRoute(<AdminList section={usersSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Заблокировать 2' }))
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toMatch(/Анна.Орлова;.Вера.Орлова\. Сайт сразу/)
})
