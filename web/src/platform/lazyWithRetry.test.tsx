import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx'
import { importUrl, importWithRetry } from './importWithRetry.ts'
import { lazyWithRetry } from './lazyWithRetry.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // The page has been reloaded for this version already.
  sessionStorage.setItem('reloaded_without_chunk_of', 'test')
})
afterEach(() => {
  vi.useRealTimers()
})

it('loads a part again when the error boundary retries', async () => {
  let isReachable = false
  const load = vi.fn(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>Часть страницы</p> }
  })
  const Part = lazyWithRetry(load)
  renderRoute(
    <ErrorBoundary>
      <Suspense fallback={<p>Загрузка</p>}>
        <Part />
      </Suspense>
    </ErrorBoundary>,
  )
  await vi.advanceTimersByTimeAsync(12_000)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(load).toHaveBeenCalledTimes(4)
  isReachable = true
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(retry)
  expect(await screen.findByText('Часть страницы')).toBeTruthy()
})

it('asks for a failed file under another address, and for other files under their own', async () => {
  const addresses: string[] = []
  const loading = importWithRetry(async () => {
    const address = importUrl('./Bell-1a2b.js')
    addresses.push(address)
    if (addresses.length < 3)
      throw new TypeError(
        'Failed to fetch dynamically imported module: https://example.com/assets/Bell-1a2b.js',
      )
    return address
  })
  await vi.advanceTimersByTimeAsync(5000)
  await loading
  expect(addresses).toEqual(['./Bell-1a2b.js', './Bell-1a2b.js?retry=1', './Bell-1a2b.js?retry=2'])
  expect(importUrl('./Footer-3c4d.js')).toBe('./Footer-3c4d.js')
})
