import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { anna } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { customerChanged, customerSignedIn } from '../../api/sessionActions.ts'
import { makeStore } from '../../app/store.ts'
import { Guard } from './Guard.tsx'

it('the back button of a refused page in a new tab leads to the home page', async () => {
  // The test's window has the history of other tests. A new tab has no page to go back to.
  const go = vi.spyOn(history, 'go')
  const store = makeStore()
  store.dispatch(customerSignedIn({ user: { ...anna, role: 'user', is_admin: false } }))
  renderRoute(<Guard admin>панель</Guard>, { store, at: '/admin' })
  expect(screen.getByText('You do not have rights to access the admin panel')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(go).not.toHaveBeenCalled()
})

it('an administrator with an expired initial password must change it before the panel opens', async () => {
  const store = makeStore()
  const admin = { ...anna, role: 'admin', is_admin: true } as const
  const at = '/admin'
  store.dispatch(
    customerSignedIn({ user: { ...admin, first_password_until: '2999-01-01T00:00:00Z' } }),
  )
  const { unmount } = renderRoute(<Guard admin>панель</Guard>, { store, at })
  expect(screen.getByText('панель')).toBeTruthy()
  unmount()
  store.dispatch(
    customerSignedIn({ user: { ...admin, first_password_until: '2026-01-01T00:00:00Z' } }),
  )
  renderRoute(<Guard admin>панель</Guard>, { store, at })
  expect(screen.queryByText('панель')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/Смените первый.пароль/)
  await userEvent.click(screen.getByRole('button', { name: 'Сменить пароль' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/security'))
  act(() => {
    store.dispatch(customerChanged({ ...admin, first_password_until: null }))
  })
  expect(await screen.findByText('панель')).toBeTruthy()
})
