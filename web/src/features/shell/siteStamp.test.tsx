import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { showEverything } from '../../../tests/everythingInView.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { SiteStamp } from './SiteStamp.tsx'

beforeEach(showEverything)

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
