import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { IncidentUndo } from './IncidentUndo.tsx'
import { incidentsSection } from './incidentsSection.tsx'

const url = '*/api/status/admin/incidents/i1/cancel'

it('an incident that is not published yet can be cancelled', async () => {
  let cancelled = 0
  network.use(
    http.post(url, () => {
      cancelled += 1
      return HttpResponse.json({ success: true })
    }),
  )
  const publishAt = new Date(Date.now() + 30_000).toISOString()
  renderRoute(<IncidentUndo id="i1" publishAt={publishAt} keepText={() => undefined} />)
  expect(screen.getByText(/^Опубликуем через (30|29) с/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Отменить публикацию' }))
  expect(cancelled).toBe(1)
})

it('the error says why a published incident cannot be cancelled', async () => {
  const message = 'Инцидент уже опубликован, отменить его нельзя'
  network.use(
    http.post(url, () =>
      HttpResponse.json({ code: 'incident_published', message, status: 409 }, { status: 409 }),
    ),
  )
  const publishAt = new Date(Date.now() + 30_000).toISOString()
  renderRoute(<IncidentUndo id="i1" publishAt={publishAt} keepText={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Отменить публикацию' }))
  expect(await screen.findByText(new RegExp(message))).toBeTruthy()
})

it('the text of a cancelled incident is the draft of a new one', async () => {
  const incident = {
    id: 'i1',
    title: 'Медленная почта',
    severity: 'major',
    status: 'investigating',
    description: 'Письма приходят через час',
    affectedServices: ['email', 'api'],
    createdAt: new Date().toISOString(),
    resolvedAt: null,
    updates: [{ timestamp: '2026-11-29T09:00:00Z', status: 'investigating', message: 'Смотрим' }],
    isAutomatic: false,
    publishAt: new Date(Date.now() + 30_000).toISOString(),
    version: 1,
  }
  network.use(
    http.get('*/api/status/admin/incidents', () =>
      HttpResponse.json({ success: true, items: [incident], total: 1 }),
    ),
    http.get('*/api/status/admin/incidents/i1', () =>
      HttpResponse.json({ success: true, item: incident }),
    ),
    http.post(url, () => HttpResponse.json({ success: true })),
  )
  renderRoute(<AdminList section={incidentsSection} />, { path: '/', at: '/?item=i1' })
  await userEvent.click(await screen.findByRole('button', { name: 'Отменить публикацию' }))
  const form = within(await screen.findByRole('form', { name: 'Новый инцидент' }))
  expect(await form.findByDisplayValue('Медленная почта')).toBeTruthy()
  expect(form.getByLabelText('Тяжесть')).toHaveProperty('value', 'major')
  expect(form.getByLabelText('Описание')).toHaveProperty('value', 'Письма приходят через час')
  expect(form.getByLabelText('Первое сообщение')).toHaveProperty('value', 'Смотрим')
  expect(form.getByLabelText('Почтовая служба')).toHaveProperty('checked', true)
  expect(form.getByLabelText('Сайт')).toHaveProperty('checked', false)
})

function serveIncident(resolvedAt: string | null, publishAt: string | null = null) {
  const incident = {
    id: 'i1',
    title: 'Медленная почта',
    severity: 'major',
    status: resolvedAt ? 'resolved' : 'monitoring',
    description: '',
    affectedServices: ['email'],
    createdAt: '2026-11-29T09:00:00Z',
    resolvedAt,
    updates: [],
    isAutomatic: false,
    publishAt,
    version: 1,
  }
  const sent: unknown[] = []
  network.use(
    http.get('*/api/status/admin/incidents', () =>
      HttpResponse.json({ success: true, items: [incident], total: 1 }),
    ),
    http.get('*/api/status/admin/incidents/i1', () => HttpResponse.json({ item: incident })),
    http.post('*/api/status/admin/incidents/i1/updates', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: incident })
    }),
  )
  renderRoute(<AdminList section={incidentsSection} />, { at: '/?item=i1' })
  return sent
}

it('an incident is closed for good only after a question; other updates are sent at once', async () => {
  const sent = serveIncident(null)
  const form = within(await screen.findByRole('form', { name: 'Добавить сообщение' }))
  await userEvent.type(form.getByLabelText('Сообщение о ходе'), 'Смотрим')
  await userEvent.click(form.getByRole('button', { name: 'Добавить сообщение' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'monitoring', message: 'Смотрим' }]))
  await userEvent.selectOptions(form.getByLabelText('Состояние'), 'Устранено')
  await userEvent.type(form.getByLabelText('Сообщение о ходе'), 'Починили')
  await userEvent.click(form.getByRole('button', { name: 'Добавить сообщение' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Закрыть инцидент «Медленная почта»?' }),
  )
  expect(sent).toHaveLength(1)
  await userEvent.click(question.getByRole('button', { name: 'Закрыть инцидент' }))
  await waitFor(() => expect(sent[1]).toEqual({ status: 'resolved', message: 'Починили' }))
})

it('an update that publishes a waiting incident at once says so first', async () => {
  const sent = serveIncident(null, new Date(Date.now() + 30_000).toISOString())
  const form = within(await screen.findByRole('form', { name: 'Добавить сообщение' }))
  await userEvent.type(form.getByLabelText('Сообщение о ходе'), 'Смотрим')
  await userEvent.click(form.getByRole('button', { name: 'Добавить сообщение' }))
  const question = within(
    await screen.findByRole('alertdialog', {
      name: 'Опубликовать инцидент «Медленная почта» сейчас?',
    }),
  )
  expect(sent).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Опубликовать и сообщить' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'monitoring', message: 'Смотрим' }]))
})

it('a closed incident takes no further update', async () => {
  serveIncident('2026-11-29T10:00:00Z')
  await screen.findByRole('form', { name: 'Опубликовать разбор' })
  expect(screen.queryByRole('form', { name: 'Добавить сообщение' })).toBeNull()
})
