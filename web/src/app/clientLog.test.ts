import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../tests/setup.ts'
import { clearLog, log, logLines } from './clientLog.ts'
import { logBuffer } from './limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  clearLog()
  vi.useRealTimers()
})

describe('the client log', () => {
  it('keeps the last thousand lines', () => {
    for (let n = 0; n < logBuffer + 5; n += 1) log('info', 'test', `line ${n}`)
    expect(logLines()).toHaveLength(logBuffer)
    expect(logLines()[0]?.message).toBe('line 5')
  })

  it('tells the server errors only, and again when it did not answer', async () => {
    const told: { message: string }[] = []
    let answers = 0
    network.use(
      http.post('*/api/logs', async ({ request }) => {
        answers += 1
        if (answers === 1) return HttpResponse.json({}, { status: 503 })
        told.push(...((await request.json()) as { message: string }[]))
        return HttpResponse.json({ success: true }, { status: 202 })
      }),
    )
    log('info', 'test', 'quiet')
    log('error', 'test', 'broken')
    await vi.advanceTimersByTimeAsync(11_000)
    await vi.waitFor(() => expect(told.map((line) => line.message)).toEqual(['broken']))
    expect(answers).toBe(2)
  })
})
