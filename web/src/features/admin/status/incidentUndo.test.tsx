import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { IncidentUndo } from './IncidentUndo.tsx'

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
  renderRoute(<IncidentUndo id="i1" publishAt={publishAt} />)
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
  renderRoute(<IncidentUndo id="i1" publishAt={new Date(Date.now() + 30_000).toISOString()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Отменить публикацию' }))
  expect(await screen.findByText(new RegExp(message))).toBeTruthy()
})
