import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import type { CarRead, InspectionRead } from '../../api/wire/content.ts'
import { describeState } from '../../shared/cars/describeState.ts'
import { CarGallery } from './CarGallery.tsx'
import { Inspection } from './Inspection.tsx'

const inspection: InspectionRead = {
  inspected_on: '2026-11-10',
  inspector: 'Глеб Суханов',
  place: 'Мюнхен',
  summary: 'Кузов ровный.',
  paint: [
    { panel: 'roof', microns: 98, grade: 'factory' },
    { panel: 'left_front_wing', microns: 215, grade: 'repainted' },
  ],
  tyres: { left_front: { tread_mm: 5.2, name: 'Michelin, 2023' } },
  tyre_season: 'summer',
  battery: { health_percent: 93.5, capacity_kwh: 78.2 },
  faults: [
    {
      id: 'f1',
      panel: 'left_front_wing',
      text: 'Крыло красили.',
      pictures: ['/a.webp', '/b.webp'],
    },
  ],
}
const car = { brand: 'Porsche', model: 'Taycan', slug: 'taycan', body_type: 'sedan' } as CarRead

describe('the inspection of a car', () => {
  it('is claimed only for a car that has a record', () => {
    const published = { ...car, status: 'published' } as const
    expect(normalizeSpaces(describeState({ ...published, inspection }))).toBe(
      'Проверен, можно купить',
    )
    expect(normalizeSpaces(describeState(published))).toBe('Можно купить')
    expect(describeState({ ...published, inspection, status: 'sold' })).toBe('Продан')
  })
  it('says what the reading of each panel means and offers the report', () => {
    renderRoute(<Inspection car={car} inspection={inspection} />)
    const rows = screen.getAllByRole('listitem').map((row) => normalizeSpaces(row.textContent))
    expect(rows).toContain('Крыша98заводское покрытие')
    expect(rows).toContain('Левое переднее крыло215окрашено повторно')
    const report = screen.getByRole('link', { name: /Скачать отчёт/ })
    expect(report.getAttribute('href')).toBe('/api/cars/taycan/inspection.pdf')
    expect(normalizeSpaces(document.body.textContent)).toContain('93,5 %')
    expect(normalizeSpaces(document.body.textContent)).toContain('5,2 мм')
  })

  it('opens the pictures of a fault, and shows the next one with an arrow key', async () => {
    renderRoute(<Inspection car={car} inspection={inspection} />)
    await userEvent.click(screen.getByRole('button', { name: /фотография 1/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /Левое.переднее.крыло/ }))
    const readPosition = () => normalizeSpaces(dialog.getByRole('status').textContent)
    expect(readPosition()).toBe('1 из 2')
    // The keys work once the dialog has the focus.
    await waitFor(() =>
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
    )
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(readPosition()).toBe('2 из 2'))
    expect(dialog.getByRole('button', { name: /Следующая/ })).toHaveProperty('disabled', true)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the photographs of a car', () => {
  it('have a number, and open when clicked', async () => {
    renderRoute(<CarGallery name="Audi Q5" photographs={['/1.webp', '/2.webp', '/3.webp']} />)
    expect(normalizeSpaces(document.body.textContent)).toContain('1 из 3')
    await userEvent.click(screen.getByRole('button', { name: /Открыть.фотографию.3/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Audi Q5' }))
    expect(normalizeSpaces(dialog.getByRole('status').textContent)).toBe('3 из 3')
    await userEvent.click(dialog.getByRole('button', { name: /Предыдущая/ }))
    expect(normalizeSpaces(dialog.getByRole('status').textContent)).toBe('2 из 3')
  })
})
