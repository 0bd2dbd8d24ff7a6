// Planned work: everybody who follows the status is told, so the panel asks first.

import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { maintenanceSection } from './maintenanceSection.tsx'

const user = userEvent.setup({ delay: null })
const work = {
  id: 'm1',
  title: 'Обновление базы данных',
  description: '',
  status: 'in_progress',
  affectedServices: ['database'],
  scheduledStart: '2026-12-01T23:00:00Z',
  scheduledEnd: '2026-12-02T00:00:00Z',
  version: 3,
}

function openWork(changed: object = {}) {
  const item = { ...work, ...changed }
  const sent: unknown[] = []
  network.use(
    http.get('*/api/status/admin/maintenance', () =>
      HttpResponse.json({ items: [item], total: 1 }),
    ),
    http.get('*/api/status/admin/maintenance/m1', () => HttpResponse.json({ item })),
    http.patch('*/api/status/admin/maintenance/m1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item })
    }),
  )
  renderRoute(<AdminList section={maintenanceSection} />, { at: '/?item=m1' })
  return sent
}

const findQuestion = async () => within(await screen.findByRole('alertdialog'))

it('a changed plan is sent only after a question that names the time and who is told', async () => {
  const sent = openWork({ status: 'scheduled' })
  const form = within(await screen.findByRole('form', { name: 'Обновление базы данных' }))
  await user.type(form.getByLabelText('Описание'), 'Сайт только для чтения')
  await user.click(form.getByRole('button', { name: 'Сохранить' }))
  const question = await findQuestion()
  expect(
    question.getByText(
      /с.2.декабря 2026, 02:00.МСК до.2.декабря 2026, 03:00.МСК\. Затронуто: База данных\. Все, кто следит/,
    ),
  ).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Изменить и сообщить' }))
  await waitFor(() => expect(sent).toEqual([{ description: 'Сайт только для чтения', version: 3 }]))
})

it('running work is completed early after a question', async () => {
  const sent = openWork()
  await user.click(await screen.findByRole('button', { name: 'Завершить работы' }))
  const question = await findQuestion()
  await user.click(question.getByRole('button', { name: 'Завершить работы' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'completed', version: 3 }]))
})

it('work that has not begun is not completed by hand, and its deletion says who is told', async () => {
  openWork({ status: 'scheduled' })
  await user.click(await screen.findByRole('button', { name: 'Удалить' }))
  expect((await findQuestion()).getByText(/сразу узнают, что работ не.будет/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Завершить работы' })).toBeNull()
})
