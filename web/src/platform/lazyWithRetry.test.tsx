import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx'
import { lazyWithRetry } from './lazyWithRetry.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const part = { default: () => <p>Часть страницы</p> }

function show(load: () => Promise<typeof part>) {
  const Part = lazyWithRetry(load)
  renderRoute(
    <ErrorBoundary>
      <Suspense fallback={<p>Загрузка</p>}>
        <Part />
      </Suspense>
    </ErrorBoundary>,
  )
}

it('a part whose download failed is requested once more', async () => {
  const load = vi.fn(async () => part)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  show(load)
  expect(await screen.findByText('Часть страницы')).toBeTruthy()
})

it('a failed part is loaded again when the error boundary retries', async () => {
  let isReachable = false
  show(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return part
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isReachable = true
  await userEvent.click(retry)
  expect(await screen.findByText('Часть страницы')).toBeTruthy()
})
