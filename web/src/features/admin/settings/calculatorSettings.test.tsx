import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { typeWithoutPause } from '../../../../tests/typeWithoutPause.ts'
import { CalculatorSettings } from './CalculatorSettings.tsx'

it('the effect of a typed rate is requested once, after a pause', async () => {
  const rates: number[] = []
  const settings = { defaultEdition: 'e', euroRateSource: 'manual', manualRate: 90 }
  network.use(
    http.get('*/api/calculator/editions', () =>
      HttpResponse.json({ editions: [{ id: 'e', title: 'Редакция' }] }),
    ),
    http.get('*/api/calculator/admin/settings', () => HttpResponse.json({ settings })),
    http.get('*/api/calculator/rates', () => HttpResponse.json({ bank: [], fixed: 93 })),
    http.post('*/api/calculator/admin/preview', async ({ request }) => {
      rates.push(((await request.json()) as { euroRate: number }).euroRate)
      return HttpResponse.json({ samples: [] })
    }),
  )
  renderRoute(<CalculatorSettings />)
  const field = await screen.findByDisplayValue('90')
  await waitFor(() => expect(rates).toEqual([90]))
  typeWithoutPause(field, '101,5')
  await waitFor(() => expect(rates.at(-1)).toBe(101.5))
  expect(rates).toEqual([90, 101.5])
})
