import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadScript, startThirdParty, type WidgetStarter, widgetTimeout } from './thirdParty.ts'

type Callbacks = Parameters<WidgetStarter>[0]

function startWidget() {
  const calls: string[] = []
  const cleanUp = vi.fn()
  let callbacks: Callbacks | undefined
  const stop = startThirdParty({
    start: (given) => {
      callbacks = given
      return cleanUp
    },
    onReady: () => calls.push('ready'),
    onFailed: (why) => calls.push(why),
  })
  if (!callbacks) throw new Error('it was not started')
  return { calls, stop, cleanUp, ...callbacks }
}

describe('a widget of another company', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is late at its time limit and not before; later events call nothing', () => {
    const { calls, ready } = startWidget()
    vi.advanceTimersByTime(widgetTimeout - 1)
    expect(calls).toEqual([])
    vi.advanceTimersByTime(1)
    ready()
    expect(calls).toEqual(['late'])
  })

  it('is ready or failed once', () => {
    const good = startWidget()
    good.ready()
    good.failed()
    vi.advanceTimersByTime(widgetTimeout)
    expect(good.calls).toEqual(['ready'])
    const bad = startWidget()
    bad.failed('refused')
    bad.ready()
    expect(bad.calls).toEqual(['refused'])
  })

  it('calls nothing once it is stopped, and removes what it added', () => {
    const { calls, stop, ready, cleanUp } = startWidget()
    stop()
    ready()
    vi.advanceTimersByTime(widgetTimeout)
    expect(calls).toEqual([])
    expect(cleanUp).toHaveBeenCalledOnce()
  })

  it('may be a script, which is removed unless it has run', () => {
    const findScripts = () => [...document.head.querySelectorAll('script')]
    const ready = vi.fn()
    const failed = vi.fn()
    const url = 'https://widget.example/chat.js'
    const startScript = () =>
      startThirdParty({ start: loadScript(url), onReady: ready, onFailed: failed })
    const stop = startScript()
    expect(findScripts().map(({ src }) => src)).toEqual([url])
    findScripts()[0]?.dispatchEvent(new Event('error'))
    expect(failed).toHaveBeenCalledWith('failed')
    stop()
    expect(findScripts()).toEqual([])
    const keep = startScript()
    findScripts()[0]?.dispatchEvent(new Event('load'))
    keep()
    expect(ready).toHaveBeenCalledOnce()
    expect(findScripts()).toHaveLength(1)
    findScripts()[0]?.remove()
  })
})
