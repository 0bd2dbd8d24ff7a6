import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { anna } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { customerSignedIn } from '../../api/sessionActions.ts'
import { makeStore } from '../../app/store.ts'
import { Guard } from './Guard.tsx'

it('leads a buyer on from the panel in a fresh tab, where there is no page to go back to', async () => {
  // The window of a test has a history of other tests; that of a fresh tab has nothing to go back to.
  const go = vi.spyOn(history, 'go')
  const store = makeStore()
  store.dispatch(customerSignedIn({ user: { ...anna, role: 'user', is_admin: false } }))
  renderRoute(<Guard admin>панель</Guard>, { store, at: '/admin' })
  expect(screen.getByText('You do not have rights to access the admin panel')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(go).not.toHaveBeenCalled()
})
