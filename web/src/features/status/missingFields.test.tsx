// A response without an optional field must not blank a page.

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { StatusPage } from './StatusPage.tsx'

const servePart = (part: string, body: object) =>
  http.get(`*/api/status/${part}`, () => HttpResponse.json(body))

beforeEach(() =>
  network.use(
    servePart('latency', {}),
    http.get('*/notifications/telegram/bot', () => HttpResponse.json({})),
  ),
)

it('incidents and maintenance without dates, texts and services are shown', async () => {
  network.use(
    servePart('services', { data: [{ id: 'api', name: 'API-сервер', status: 'down' }] }),
    servePart('incidents', {
      data: [
        { id: '1', title: 'Без дат', status: 'investigating' },
        { id: '2', title: 'С пустым обновлением', severity: 'major', updates: [{}] },
      ],
    }),
    servePart('maintenance', { data: [{ id: '3', title: 'Работы без дат', status: 'scheduled' }] }),
  )
  const { container } = renderRoute(<StatusPage />)
  expect(await screen.findByRole('heading', { name: 'Без дат' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'С пустым обновлением' })).toBeTruthy()
  expect(screen.getByText('Работы без дат')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'API-сервер' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|undefined|Invalid/)
})

it('a page without any data shows that there were no incidents', async () => {
  network.use(servePart('services', {}), servePart('incidents', {}), servePart('maintenance', {}))
  renderRoute(<StatusPage />)
  expect(await screen.findByText('За девяносто дней инцидентов не было')).toBeTruthy()
})
