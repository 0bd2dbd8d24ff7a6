import { afterEach, describe, expect, it, vi } from 'vitest'
import { discardUnsent, findInputLostByLeaving, hasUnsentInput, holdUnsent } from './unsentInput.ts'
import { answerDraftQuestions } from './workerQuestions.ts'

const releases: (() => void)[] = []
const hold = (...entry: Parameters<typeof holdUnsent>) => {
  const release = holdUnsent(...entry)
  releases.push(release)
  return release
}
afterEach(() => {
  for (const release of releases.splice(0)) release()
})

/** Whether the browser asks before it closes the tab. */
function asksBeforeClosing() {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

describe('unsent input', () => {
  it.each([
    ['asks', { leaving: true, closing: true }],
    ['kept', { leaving: false, closing: true }],
    ['brief', { leaving: false, closing: false }],
  ] as const)(
    'of the kind %s needs a confirmation exactly where it would be lost',
    (kind, asks) => {
      const release = hold({ kind })
      expect(hasUnsentInput()).toBe(true)
      expect(findInputLostByLeaving().length > 0).toBe(asks.leaving)
      expect(asksBeforeClosing()).toBe(asks.closing)
      release()
      expect(hasUnsentInput()).toBe(false)
      expect(asksBeforeClosing()).toBe(false)
    },
  )

  it('still asks when one of two forms is sent', () => {
    const release = hold({ kind: 'asks' })
    hold({ kind: 'asks' })
    release()
    expect(asksBeforeClosing()).toBe(true)
  })

  it('is discarded when the user leaves, except what is kept', () => {
    const discard = vi.fn()
    const kept = vi.fn()
    hold({ kind: 'asks', discard })
    hold({ kind: 'kept', discard: kept })
    discardUnsent()
    expect(discard).toHaveBeenCalledOnce()
    expect(kept).not.toHaveBeenCalled()
    expect(findInputLostByLeaving()).toEqual([])
    expect(hasUnsentInput()).toBe(true)
  })

  it('is reported to the service worker', async () => {
    const container = new EventTarget() as ServiceWorkerContainer
    answerDraftQuestions(container)
    const ask = async () => {
      const { port1, port2 } = new MessageChannel()
      const answer = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data)
      })
      container.dispatchEvent(
        new MessageEvent('message', { data: { type: 'has-draft' }, ports: [port2] }),
      )
      return answer.finally(() => port1.close())
    }
    expect(await ask()).toEqual({ hasDraft: false })
    hold({ kind: 'brief' })
    expect(await ask()).toEqual({ hasDraft: true })
  })
})
