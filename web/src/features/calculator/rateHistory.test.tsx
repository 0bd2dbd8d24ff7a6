import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import RateHistory from './RateHistory.tsx'

const rates = [
  { date: '2025-11-28', value: 90 },
  { date: '2026-10-30', value: 94.5 },
  { date: '2026-11-02', value: 94.8 },
  { date: '2026-11-27', value: 99 },
]

function renderWith(served: typeof rates) {
  network.use(
    http.get('*/api/calculator/rates/history', () =>
      HttpResponse.json({ success: true, rates: served }),
    ),
  )
  return renderRoute(<RateHistory />)
}

it('the rate is drawn over a year, with the last rate of each month in a table', async () => {
  renderWith(rates)
  expect(await screen.findByText(/евро подорожал на 10\s%/)).toBeTruthy()
  expect(screen.getByRole('img', { name: /год назад 90,00\s₽, сейчас 99,00\s₽/ })).toBeTruthy()
  const values = [...document.querySelectorAll('td:last-child')].map((cell) => cell.textContent)
  expect(values.map((text) => text?.slice(0, 5))).toEqual(['99,00', '94,50', '90,00'])
})

it('too few rates are not drawn, and the page says since when they are collected', async () => {
  renderWith(rates.slice(-1))
  expect(await screen.findByText(/с\s27\sноября 2026: линия появится/)).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

it('without any rate the page says that there is none yet', async () => {
  renderWith([])
  expect(await screen.findByText(/пока нет/)).toBeTruthy()
})

it('a failed request can be retried', async () => {
  let isDown = true
  network.use(
    http.get('*/api/calculator/rates/history', () =>
      isDown
        ? new HttpResponse(null, { status: 503 })
        : HttpResponse.json({ success: true, rates }),
    ),
  )
  renderRoute(<RateHistory />)
  const repeat = await screen.findByRole('button', { name: 'Повторить' })
  isDown = false
  repeat.click()
  expect(await screen.findByRole('img', { name: /год назад/ })).toBeTruthy()
})
