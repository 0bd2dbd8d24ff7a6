import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { showEverything } from '../../../tests/everythingInView.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { SiteStamp } from './SiteStamp.tsx'

beforeEach(showEverything)

describe('the rate in the footer', () => {
  it('is replaced by its source until it is known', async () => {
    network.use(
      http.get('*/api/calculator/rates', () =>
        HttpResponse.json({ eurRate: { value: 101.5, date: '2026-11-20', source: 'cbr' } }),
      ),
    )
    const shownTexts: string[] = []
    const { container } = renderRoute(<SiteStamp />)
    const recordText = () => shownTexts.push(container.textContent ?? '')
    recordText()
    const observer = new MutationObserver(recordText)
    observer.observe(container, { childList: true, subtree: true, characterData: true })
    await waitFor(() => expect(container.textContent).toContain('101,5'))
    observer.disconnect()
    expect(shownTexts[0]).toMatch(/Банка.России/)
    expect(container.textContent).toContain('20.11.2026')
    for (const text of shownTexts) expect(text).not.toMatch(/93,3508|—/)
  })
})
