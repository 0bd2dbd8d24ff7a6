import { act, cleanup, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../../tests/setup.ts'
import { holdUnsent } from '../../platform/unsentInput.ts'
import { updateCheck } from '../../shared/limits.ts'
import UpdatePrompt from './UpdatePrompt.tsx'

const reload = vi.fn()
const originalLocation = window.location

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', reload })
  network.use(http.get('*/api/version', () => HttpResponse.json({ version: 'newer' })))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  reload.mockClear()
  // The tests of a worker share their globals.
  vi.stubGlobal('location', originalLocation)
  sessionStorage.clear()
})

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the update prompt', () => {
  it('checks after 30 s, counts down from 15 and reloads once for a version', async () => {
    render(<UpdatePrompt />)
    await advanceTime(updateCheck.first - 1000)
    expect(screen.queryByText('Доступна новая версия')).toBeNull()
    await advanceTime(1500)
    await vi.waitFor(() => screen.getByText('Доступна новая версия'))
    await advanceTime(updateCheck.reloadAfter + 1000)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    cleanup()
    render(<UpdatePrompt />)
    await advanceTime(updateCheck.first + updateCheck.every)
    expect(screen.queryByText('Доступна новая версия')).toBeNull()
  })

  it('waits only while a form holds unsent input', async () => {
    render(<UpdatePrompt />)
    await advanceTime(updateCheck.first + 500)
    await vi.waitFor(() => screen.getByText('Доступна новая версия'))
    const release = holdUnsent({ kind: 'brief' })
    await advanceTime(updateCheck.reloadAfter * 2)
    expect(reload).not.toHaveBeenCalled()
    expect(screen.getByText(/Обновим, когда/)).toBeTruthy()
    release()
    await advanceTime(updateCheck.reloadAfter + 1000)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })
})
