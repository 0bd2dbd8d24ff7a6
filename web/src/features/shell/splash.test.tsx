import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Splash, startUpScreenMinimum } from './Splash.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

describe('the start screen', () => {
  it('lasts at least 1.5 s from its first frame, however late that frame is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    document.documentElement.dataset.splash = 'shown'
    vi.advanceTimersByTime(5000)
    vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
      type === 'paint' ? ([{ name: 'first-paint', startTime: 4900 }] as PerformanceEntry[]) : [],
    )
    render(<Splash />)
    await act(() => vi.advanceTimersByTimeAsync(startUpScreenMinimum - 200))
    expect(screen.getByRole('progressbar')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
