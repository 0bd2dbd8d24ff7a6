import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { contactsSection } from './inboxSections.tsx'

const contact = {
  id: 'c1',
  name: 'Анна Орлова',
  email: 'anna@example.com',
  phone: '+79160000000',
  subject: 'selection',
  message: 'Подберите универсал',
  reference: 'MA-T5KRAU',
  status: 'new',
  assignee_id: null,
  due_at: '2026-11-30T09:00:00Z',
  created_at: '2026-11-30T08:00:00Z',
  version: 1,
}

it('a contact is headed by the Russian name of its subject, and named before it is deleted', async () => {
  network.use(
    http.get('*/api/content/admin/contacts', () =>
      HttpResponse.json({ items: [contact], total: 1 }),
    ),
    http.get('*/api/content/admin/contacts/c1', () => HttpResponse.json({ item: contact })),
    http.get('*/api/content/admin/team', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
  )
  renderRoute(<AdminList section={contactsSection} />, { at: '/?item=c1' })
  expect(await screen.findByRole('heading', { name: 'Подбор' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }))
  expect(await screen.findByText('Удалить запись «Подбор»?')).toBeTruthy()
})
