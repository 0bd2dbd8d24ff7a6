import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { widgetTimeout } from './limits.ts'
import { fromOutside, type Start, script } from './outside.ts'

type Told = Parameters<Start>[0]

function begin() {
  const heard: string[] = []
  const takenAway = vi.fn()
  let told: Told | undefined
  const stop = fromOutside({
    start: (given) => {
      told = given
      return takenAway
    },
    onReady: () => heard.push('ready'),
    onFailed: (why) => heard.push(why),
  })
  if (!told) throw new Error('it was not started')
  return { heard, stop, takenAway, ...told }
}

describe("another company's part", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is late at its limit and not before, and what comes later is not heard', () => {
    const { heard, ready } = begin()
    vi.advanceTimersByTime(widgetTimeout - 1)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    ready()
    expect(heard).toEqual(['late'])
  })

  it('is ready or failed once', () => {
    const good = begin()
    good.ready()
    good.failed()
    vi.advanceTimersByTime(widgetTimeout)
    expect(good.heard).toEqual(['ready'])
    const bad = begin()
    bad.failed('refused')
    bad.ready()
    expect(bad.heard).toEqual(['refused'])
  })

  it('tells nothing once it is stopped, and leaves no trace', () => {
    const { heard, stop, ready, takenAway } = begin()
    stop()
    ready()
    vi.advanceTimersByTime(widgetTimeout)
    expect(heard).toEqual([])
    expect(takenAway).toHaveBeenCalledOnce()
  })

  it('may be a script, which goes away unless it has run', () => {
    const scripts = () => [...document.head.querySelectorAll('script')]
    const ready = vi.fn()
    const failed = vi.fn()
    const address = 'https://widget.example/chat.js'
    const want = () => fromOutside({ start: script(address), onReady: ready, onFailed: failed })
    const stop = want()
    expect(scripts().map(({ src }) => src)).toEqual([address])
    scripts()[0]?.dispatchEvent(new Event('error'))
    expect(failed).toHaveBeenCalledWith('failed')
    stop()
    expect(scripts()).toEqual([])
    const keep = want()
    scripts()[0]?.dispatchEvent(new Event('load'))
    keep()
    expect(ready).toHaveBeenCalledOnce()
    expect(scripts()).toHaveLength(1)
    scripts()[0]?.remove()
  })
})
