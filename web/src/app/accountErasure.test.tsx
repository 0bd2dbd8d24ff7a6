import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link } from 'react-router'
import { expect, it } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { accountErased, pages } from '../shared/paths.ts'
import { AccountErasure } from './ShellOverlays.tsx'

it('the page after the deletion of the account says that it happened, until it is closed', async () => {
  renderRoute(
    <>
      <Link to={pages.home} state={accountErased}>
        Удалить
      </Link>
      <AccountErasure />
    </>,
    { at: pages.dashboardSecurity },
  )
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Удалить' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Аккаунт.удалён.*письмом/)
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(window.location.pathname).toBe(pages.home)
})
