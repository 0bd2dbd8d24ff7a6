// A response without an optional field must not blank a page.

import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { CalculationPage } from './CalculationPage.tsx'
import Calculator from './Calculator.tsx'

const bare = { totalCustoms: 500_000, total: 3_500_000 }

it.each([
  ['without an edition in force', bare],
  ['whose edition in force has no differences', { ...bare, current: { total: 3_600_000 } }],
])('a result %s is shown', async (_, body) => {
  network.use(http.post('*/api/calculator/calculate', () => HttpResponse.json(body)))
  const { container } = renderRoute(<Calculator />)
  fireEvent.change(screen.getByLabelText('Стоимость, ₽'), { target: { value: '3000000' } })
  fireEvent.change(screen.getByLabelText('Объём двигателя, л'), { target: { value: '2.0' } })
  fireEvent.change(screen.getByLabelText('Возраст, лет'), { target: { value: '4' } })
  fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
  expect(await screen.findByRole('region', { name: 'Результат расчёта' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|undefined/)
})

it('a saved calculation without its request, breakdown and warnings is shown', async () => {
  network.use(
    http.get('*/api/calculator/calculations/:id', () => HttpResponse.json({ id: 'c1', ...bare })),
  )
  const { container } = renderRoute(({ id = '' }) => <CalculationPage id={id} />, {
    path: '/calc/:id',
    at: '/calc/c1',
  })
  expect(await screen.findByRole('region', { name: 'Результат расчёта' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/NaN|undefined/)
})
