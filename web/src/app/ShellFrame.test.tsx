import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { network } from '../../tests/setup.ts'
import { sessionEnded } from '../api/sessionActions.ts'
import { clearLog, readLogLines } from '../platform/clientLog.ts'
import { RootError } from './RootError.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { makeStore } from './store.ts'

it('the page stays when a part of the shell throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(http.post('*/api/logs', () => HttpResponse.json({ success: true })))
  clearLog()
  const store = makeStore()
  renderRoute(
    <ShellFrame>
      <h1>Страница</h1>
    </ShellFrame>,
    { store },
  )
  // The banner has no text for this value.
  store.dispatch(sessionEnded('unknown' as 'expired'))
  await waitFor(() =>
    expect(readLogLines().map(({ context }) => context)).toContain('session banner'),
  )
  expect(screen.getByRole('heading', { name: 'Страница' })).toBeTruthy()
})

it('the root error offers a reload when the frame itself fails', async () => {
  network.use(http.post('*/api/logs', () => HttpResponse.json({ success: true })))
  renderRoute(<RootError error={new Error('broken')} />)
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  await waitFor(() => expect(readLogLines().map(({ message }) => message)).toContain('broken'))
})
