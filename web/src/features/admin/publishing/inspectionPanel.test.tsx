import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { CarAdmin } from '../../../api/wire/content.ts'
import { InspectionPanel } from './InspectionPanel.tsx'

const car = { id: 'car-1', slug: 'golf', fuel: 'diesel' } as CarAdmin
const saved = {
  id: 'car-1',
  version: 3,
  inspected_on: '2026-11-10',
  inspector: null,
  place: 'Мюнхен',
  summary: null,
  paint: { hood: 112 },
  tyres: { left_front: { tread_mm: 5.2, name: 'Michelin' } },
  tyre_season: null,
  battery: null,
  faults: [{ id: 'f1', panel: 'hood', text: 'Скол', pictures: [] }],
}

it('saving sends the whole inspection with the typed readings', async () => {
  const url = '*/api/content/admin/cars/car-1/inspection'
  let sent: unknown
  network.use(
    http.get(url, () => HttpResponse.json({ success: true, item: saved })),
    http.put(url, async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, item: { ...saved, version: 4 } })
    }),
  )
  renderRoute(<InspectionPanel row={car} />)
  await userEvent.click(screen.getByText('Замеры осмотра'))
  await userEvent.type(await screen.findByLabelText(/^Крыша, мкм/), '98')
  expect(screen.queryByLabelText(/^Батарея/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(sent).toBeTruthy())
  expect(sent).toMatchObject({
    version: 3,
    inspected_on: '2026-11-10',
    place: 'Мюнхен',
    paint: { hood: 112, roof: 98 },
    tyres: { left_front: { tread_mm: 5.2, name: 'Michelin' } },
    battery: null,
  })
  expect(screen.getByText('Скол', { exact: false })).toBeTruthy()
})

it('a tyre without its tread depth is not dropped silently: the server says what is missing', async () => {
  const url = '*/api/content/admin/cars/car-1/inspection'
  let sent: unknown
  network.use(
    http.get(url, () => HttpResponse.json({ success: true, item: saved })),
    http.put(url, async ({ request }) => {
      sent = await request.json()
      const message = 'Проверьте поля формы'
      const errors = [
        { field: 'tyres.right_front.tread_mm', message: 'Укажите глубину протектора' },
      ]
      return HttpResponse.json({ message, code: 'validation_error', errors }, { status: 422 })
    }),
  )
  renderRoute(<InspectionPanel row={car} />)
  await userEvent.click(screen.getByText('Замеры осмотра'))
  await userEvent.type(await screen.findByLabelText(/^Правое.переднее, марка/), 'Nokian')
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  const tread = screen.getByLabelText(/^Правое.переднее, остаток/)
  await waitFor(() => expect(tread.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(/Укажите глубину протектора/)).toHaveLength(2)
  expect(sent).toMatchObject({ tyres: { right_front: { name: 'Nokian' } } })
})

it('a fault is removed with its pictures only after a confirmation that names it', async () => {
  const url = '*/api/content/admin/cars/car-1/inspection'
  let removed = 0
  network.use(
    http.get(url, () => HttpResponse.json({ success: true, item: saved })),
    http.delete(`${url}/faults/f1`, () => {
      removed += 1
      return HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<InspectionPanel row={car} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Убрать замечание: Скол' }))
  const question = await screen.findByRole('alertdialog', { name: 'Убрать замечание «Скол»?' })
  expect(removed).toBe(0)
  await userEvent.click(within(question).getByRole('button', { name: 'Убрать' }))
  await waitFor(() => expect(removed).toBe(1))
})
