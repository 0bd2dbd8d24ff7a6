// Every action says that it is done, also if its button or its record disappears.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { contactsSection } from './inbox/inboxSections.tsx'
import { AdminList } from './list/AdminList.tsx'

const user = userEvent.setup({ delay: null })
let contact = makeContact()

function makeContact() {
  return {
    id: 'c1',
    reference: 'MA-7K3QX9',
    name: 'Анна',
    email: 'anna@example.com',
    phone: '+74950000021',
    subject: null,
    message: 'Перезвоните',
    user_id: null,
    status: 'new',
    assignee_id: null as string | null,
    note: null as string | null,
    due_at: '2027-11-20T10:00:00Z',
    overdue_at: null,
    answered_at: null,
    created_at: '2026-11-20T09:00:00Z',
    version: 1,
  }
}

beforeEach(() => {
  contact = makeContact()
  network.use(
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
    http.get('*/api/content/admin/contacts', () =>
      HttpResponse.json({ items: [contact], total: 1 }),
    ),
    http.get('*/api/content/admin/contacts/c1', () => HttpResponse.json({ item: contact })),
    http.patch('*/api/content/admin/contacts/c1', async ({ request }) => {
      const changes = (await request.json()) as object
      contact = { ...contact, ...changes, version: contact.version + 1 }
      return HttpResponse.json({ item: contact })
    }),
    http.delete('*/api/content/admin/contacts/c1', () => HttpResponse.json({ success: true })),
  )
  renderRoute(
    <>
      <AdminList section={contactsSection} />
      <DoneNotice />
    </>,
    { at: '/?item=c1', store: makeSignedInStore() },
  )
})

const findStatus = (text: string) =>
  waitFor(() => {
    const regions = screen.getAllByRole('status')
    expect(regions.some((region) => region.textContent?.includes(text))).toBe(true)
  })

it('taking a message over is confirmed, though its button disappears', async () => {
  await user.click(await screen.findByRole('button', { name: 'Взять себе' }))
  await findStatus('Назначено вам.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Взять себе' })).toBeNull())
})

it('a new state and a note are confirmed', async () => {
  await user.selectOptions(
    await within(await screen.findByRole('complementary')).findByLabelText('Состояние'),
    'Закрыто',
  )
  await user.type(screen.getByLabelText('Заметка для своих'), 'Перезвонили')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await findStatus('Сохранено')
})

it('the deletion of a message is confirmed, though its record closes', async () => {
  await user.click(await screen.findByRole('button', { name: 'Удалить' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Удалить' }))
  await findStatus('Удалено.')
})
