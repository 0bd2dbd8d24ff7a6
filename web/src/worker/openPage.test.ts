import { describe, expect, it, vi } from 'vitest'
import { openPage } from './openPage.ts'

const url = 'https://example.com/dashboard'

function makeTab(url: string, { hasDraft = false, isSilent = false, navigates = true } = {}) {
  return {
    url,
    focus: vi.fn(async () => {}),
    navigate: vi.fn(async () => {
      if (!navigates) throw new TypeError('This client is not controlled.')
      return {}
    }),
    postMessage: (_message: unknown, [port]: [MessagePort]) => {
      if (!isSilent) port.postMessage({ hasDraft })
    },
  }
}

async function open(...tabs: ReturnType<typeof makeTab>[]) {
  const openWindow = vi.fn(async () => {})
  await openPage(url, { matchAll: async () => tabs, openWindow })
  return openWindow
}

describe('a click on a push notification', () => {
  it('focuses the tab that shows the page', async () => {
    const tab = makeTab(url, { hasDraft: true })
    const openWindow = await open(makeTab('https://example.com/blog'), tab)
    expect(tab.focus).toHaveBeenCalled()
    expect(tab.navigate).not.toHaveBeenCalled()
    expect(openWindow).not.toHaveBeenCalled()
  })

  it('navigates only a tab without unsent input', async () => {
    const draft = makeTab('https://example.com/contacts', { hasDraft: true })
    const free = makeTab('https://example.com/blog')
    const openWindow = await open(draft, free)
    expect(draft.navigate).not.toHaveBeenCalled()
    expect(free.navigate).toHaveBeenCalledWith(url)
    expect(openWindow).not.toHaveBeenCalled()
  })

  it.each([
    ['has unsent input', { hasDraft: true }],
    ['does not answer', { isSilent: true }],
    ['cannot be navigated', { navigates: false }],
  ])('opens a window when the only tab %s', async (_case, tab) => {
    const openWindow = await open(makeTab('https://example.com/blog', tab))
    expect(openWindow).toHaveBeenCalledWith(url)
  })
})
