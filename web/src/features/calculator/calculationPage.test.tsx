import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { CalculationPage } from './CalculationPage.tsx'

async function renderCalculation(request: object) {
  const saved = { id: 'c1', totalCustoms: 500_000, total: 3_500_000, request }
  network.use(http.get('*/api/calculator/calculations/:id', () => HttpResponse.json(saved)))
  renderRoute(({ id = '' }) => <CalculationPage id={id} />, { path: '/calc/:id', at: '/calc/c1' })
  const list = await screen.findByRole('region', { name: /^Что.рассчитано$/ })
  return within(list)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    .map((texts) => texts.map((text) => normalizeSpaces(text)))
}

it('a saved calculation says what was calculated', async () => {
  const rows = await renderCalculation({
    price: 3_000_000.5,
    engineVolumeLiters: 1.969,
    age: 4,
    fuelType: 'diesel',
    importCategory: 'legal',
    enginePower: 190,
    enginePowerUnit: 'kW',
    isElectric: false,
    isCommercial: true,
  })
  expect(rows).toEqual([
    ['Стоимость', '3 000 000,50 ₽'],
    ['Тип импортёра', 'Юридическое лицо'],
    ['Двигатель', '1,969 л, дизель'],
    ['Возраст', '4 года'],
    ['Мощность', '190 кВт'],
    ['Назначение', 'Коммерческий транспорт'],
  ])
})

it('a saved calculation of an electric car by its date of manufacture says both', async () => {
  const rows = await renderCalculation({
    price: 3_000_000,
    manufacture_date: '2023-07-15',
    age: 3,
    importCategory: 'personal',
    isElectric: true,
  })
  expect(rows).toEqual([
    ['Стоимость', '3 000 000 ₽'],
    ['Тип импортёра', 'Физическое лицо'],
    ['Двигатель', 'Электромобиль'],
    ['Возраст', 'Выпущен 15 июля 2023'],
  ])
})
