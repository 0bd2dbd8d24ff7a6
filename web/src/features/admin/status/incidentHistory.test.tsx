import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { IncidentHistory } from './IncidentHistory.tsx'

const pick = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Загрузить историю'),
    new File([text], 'history.json', { type: 'application/json' }),
  )

it('says how many rows were added, and which one is wrong', async () => {
  network.use(
    http.post('*/api/status/admin/history', () =>
      HttpResponse.json({ success: true, added: 2, known: 1 }),
    ),
  )
  renderRoute(<IncidentHistory />)
  await pick('{"format": "meridian-status-history/1"}')
  expect(await screen.findByText('Добавлено записей: 2. Уже были: 1.')).toBeTruthy()
  network.use(
    http.post('*/api/status/admin/history', () =>
      HttpResponse.json(
        {
          status: 422,
          code: 'invalid',
          message: 'Проверьте данные',
          errors: [{ field: 'incidents.3.title', message: 'Обязательное поле' }],
        },
        { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    ),
  )
  await pick('{}')
  expect(await screen.findByText('incidents.3.title: Обязательное поле')).toBeTruthy()
  await pick('не JSON')
  expect(await screen.findByText('Это не файл истории: в нём нет JSON')).toBeTruthy()
})
