import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router'
import { expect, it } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { BackCloses, useBackCloses } from './backCloses.tsx'

function Menu({ onClose }: { onClose: () => void }) {
  useBackCloses(onClose)
  return <p>меню</p>
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BackCloses />
      <Link to="/cars">каталог</Link>
      <button type="button" onClick={() => setOpen(true)}>
        открыть
      </button>
      {isOpen && <Menu onClose={() => setOpen(false)} />}
    </>
  )
}

it('closes what is open, and leaves the page at the next press', async () => {
  renderRoute(<Page />, { at: '/about' })
  await userEvent.click(screen.getByRole('link', { name: 'каталог' }))
  expect(location.pathname).toBe('/cars')
  await userEvent.click(screen.getByRole('button', { name: 'открыть' }))
  act(() => history.back())
  await waitFor(() => expect(screen.queryByText('меню')).toBeNull())
  await waitFor(() => expect(location.pathname).toBe('/cars'))
  act(() => history.back())
  await waitFor(() => expect(location.pathname).toBe('/about'))
})
