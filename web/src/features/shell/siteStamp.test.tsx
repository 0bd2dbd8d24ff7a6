import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { SiteStamp } from './SiteStamp.tsx'

class Near {
  constructor(onChange: IntersectionObserverCallback) {
    queueMicrotask(() =>
      onChange([{ isIntersecting: true } as IntersectionObserverEntry], this as never),
    )
  }
  observe() {}
  disconnect() {}
}
const original = globalThis.IntersectionObserver
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Near)
})
afterEach(() => {
  vi.stubGlobal('IntersectionObserver', original)
})

describe('the title block', () => {
  it('names the source of the rate until the rate is known', async () => {
    network.use(
      http.get('*/api/calculator/rates', () =>
        HttpResponse.json({ eurRate: { value: 101.5, date: '2026-11-20', source: 'cbr' } }),
      ),
    )
    const seen: string[] = []
    const { container } = renderRoute(<SiteStamp />)
    const note = () => seen.push(container.textContent ?? '')
    note()
    const observer = new MutationObserver(note)
    observer.observe(container, { childList: true, subtree: true, characterData: true })
    await waitFor(() => expect(container.textContent).toContain('101,5'))
    observer.disconnect()
    expect(seen[0]).toMatch(/Банка.России/)
    expect(container.textContent).toContain('20.11.2026')
    for (const text of seen) expect(text).not.toMatch(/93,3508|—/)
  })
})
