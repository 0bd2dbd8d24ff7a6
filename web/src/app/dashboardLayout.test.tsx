import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ComponentType } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { network } from '../../tests/setup.ts'
import { makeSignedInStore } from '../../tests/signedInStore.ts'
import DashboardLayout from './routes/dashboard/layout.tsx'

type RouteModule = { default: ComponentType; handle?: unknown }
type Case = [path: string, load: () => Promise<RouteModule>, title: string]

const pages: Case[] = [
  ['/dashboard', () => import('./routes/dashboard/overview.tsx'), 'Личный кабинет'],
  ['/dashboard/bookings', () => import('./routes/dashboard/bookings.tsx'), 'Бронирования'],
  ['/dashboard/payments', () => import('./routes/dashboard/payments.tsx'), 'Платежи'],
  ['/dashboard/security', () => import('./routes/dashboard/security.tsx'), 'Безопасность'],
]

it.each(pages)('%s has its own heading above the sections', async (path, load, title) => {
  network.use(http.all('*', () => HttpResponse.json({ code: 'unavailable' }, { status: 503 })))
  const { default: Page, handle } = await load()
  const router = createMemoryRouter(
    [{ Component: DashboardLayout, children: [{ path, handle, Component: Page }] }],
    { initialEntries: [path] },
  )
  render(
    <Provider store={makeSignedInStore()}>
      <RouterProvider router={router} />
    </Provider>,
  )
  expect(
    screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent),
  ).toEqual([title])
  expect(screen.getByRole('navigation', { name: 'Разделы кабинета' })).toBeTruthy()
})
