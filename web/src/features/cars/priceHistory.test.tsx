import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CarRead } from '../../api/wire/content.ts'
import { PriceHistory } from './PriceHistory.tsx'

const now = Date.parse('2026-11-28T09:00:00Z')
const firstPrice = { day: '2026-09-10', price_rub: 8_531_200, price_eur: 41_900 }
const reduced = { day: '2026-10-17', price_rub: 8_402_700, price_eur: 40_500 }

function renderWith(price_history: CarRead['price_history'], at = now) {
  return render(<PriceHistory car={{ price_history } as CarRead} now={at} />)
}

it('the chart shows the prices, and a sentence says how the price has changed', () => {
  renderWith([firstPrice, reduced])
  expect(screen.getByRole('img', { name: /была 8.531.200.₽, сейчас 8.402.700.₽/ })).toBeTruthy()
  expect(screen.getByText(/цена с.таможней стала ниже на.128.500.₽/)).toBeTruthy()
})

it('a price that never changed has a date instead of a chart', () => {
  renderWith([firstPrice])
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText(/^С.10.сентября 2026 цена не.менялась/)).toBeTruthy()
})

it('a car without a price has no history', () => {
  const { container } = renderWith([])
  expect(container.innerHTML).toBe('')
})

it('the chart ends on the day in Moscow, which begins three hours before the day in UTC', () => {
  const { container } = renderWith([firstPrice, reduced], Date.parse('2026-11-27T22:30:00Z'))
  expect(container.textContent).toMatch(/28\sнояб\./)
})
