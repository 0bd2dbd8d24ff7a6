import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../tests/setup.ts'
import { clearLog, log, maxLogLines, readLogLines } from './clientLog.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  clearLog()
  vi.useRealTimers()
})

describe('the client log', () => {
  it('keeps the last thousand lines', () => {
    for (let n = 0; n < maxLogLines + 5; n += 1) log('info', 'test', `line ${n}`)
    expect(readLogLines()).toHaveLength(maxLogLines)
    expect(readLogLines()[0]?.message).toBe('line 5')
  })

  it('sends only errors to the server, and again after a failed request', async () => {
    const sentLines: { message: string; userId?: string; sessionId?: string }[] = []
    let answers = 0
    network.use(
      http.post('*/api/logs', async ({ request }) => {
        answers += 1
        if (answers === 1) return HttpResponse.json({}, { status: 503 })
        sentLines.push(...((await request.json()) as typeof sentLines))
        return HttpResponse.json({ success: true }, { status: 202 })
      }),
    )
    localStorage.setItem('userId', 'anna')
    log('info', 'test', 'quiet')
    log('error', 'test', 'broken')
    await vi.advanceTimersByTimeAsync(11_000)
    await vi.waitFor(() => expect(sentLines.map((line) => line.message)).toEqual(['broken']))
    expect(answers).toBe(2)
    expect(sentLines[0]?.userId).toBe('anna')
    expect(sentLines[0]?.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    log('error', 'test', 'broken again')
    await vi.waitFor(() => expect(sentLines).toHaveLength(2))
    expect(sentLines[1]?.sessionId).toBe(sentLines[0]?.sessionId)
  })

  it('splits many lines into requests that may outlive the page, and sends all of them', async () => {
    const bodies: { bytes: number; lines: { message: string }[] }[] = []
    network.use(
      http.post('*/api/logs', async ({ request }) => {
        const body = await request.text()
        bodies.push({ bytes: new TextEncoder().encode(body).length, lines: JSON.parse(body) })
        return HttpResponse.json({ success: true }, { status: 202 })
      }),
    )
    const long = 'ошибка '.repeat(300)
    for (let n = 0; n < 50; n += 1) log('error', 'test', `${n} ${long}`)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      expect(bodies.flatMap(({ lines }) => lines)).toHaveLength(50)
    })
    expect(bodies.length).toBeGreaterThan(1)
    for (const { bytes } of bodies) expect(bytes).toBeLessThanOrEqual(64 * 1024)
  })

  it('drops a line that the server finds too large, and goes on with the next', async () => {
    const sent: string[] = []
    network.use(
      http.post('*/api/logs', async ({ request }) => {
        const [line] = (await request.json()) as { message: string }[]
        sent.push(line?.message ?? '')
        return HttpResponse.json({}, { status: sent.length === 1 ? 413 : 202 })
      }),
    )
    log('error', 'test', 'too large')
    await vi.waitFor(() => expect(sent).toEqual(['too large']))
    log('error', 'test', 'next')
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      expect(sent).toEqual(['too large', 'next'])
    })
  })
})
