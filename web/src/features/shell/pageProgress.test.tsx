import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { PageProgress } from './PageProgress.tsx'

it('a slow page is announced until it is open', async () => {
  let answer = () => {}
  const loaded = new Promise<null>((resolve) => {
    answer = () => resolve(null)
  })
  const router = createMemoryRouter([
    { path: '/', element: <PageProgress /> },
    {
      path: '/slow',
      loader: () => loaded,
      element: (
        <>
          <PageProgress />
          <h1>Медленная страница</h1>
        </>
      ),
    },
  ])
  render(<RouterProvider router={router} />)
  expect(screen.queryByText(/Открываем/)).toBeNull()
  act(() => {
    void router.navigate('/slow')
  })
  expect(await screen.findByText(/Открываем.страницу/)).toBeTruthy()
  answer()
  expect(await screen.findByRole('heading', { name: 'Медленная страница' })).toBeTruthy()
  expect(screen.queryByText(/Открываем/)).toBeNull()
})
