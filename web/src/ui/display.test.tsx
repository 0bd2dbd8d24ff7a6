import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { Counter } from './Counter.tsx'
import { CarDrawing } from './drawing/CarDrawing.tsx'
import { placeChecksForRearEngine, spreadPoints } from './drawing/carLayout.ts'
import suv from './drawing/data/car-suv.json'
import tall from './drawing/data/map-tall.json'
import wide from './drawing/data/map-wide.json'
import {
  computeLabelBox,
  findFreeDegrees,
  placeCarLabel,
  placeStationLabel,
  readPathPoints,
  tallMapTop,
} from './drawing/placeLabel.ts'
import type { CarData, MapData } from './drawing/types.ts'
import { MeasuredBar } from './MeasuredBar.tsx'
import { ErrorNote } from './Note.tsx'
import { Pagination } from './Pagination.tsx'
import { Table } from './Table.tsx'
import { Tabs } from './Tabs.tsx'

describe('the measured bar', () => {
  it('has every share in its name, and leaves out empty parts', () => {
    render(
      <MeasuredBar
        parts={[
          { id: 'car', label: 'Автомобиль', value: 3_000_000, hatch: 'solid' },
          { id: 'duty', label: 'Пошлина', value: 1_000_000, hatch: 'slant' },
          { id: 'vat', label: 'НДС', value: 0, hatch: 'cross' },
        ]}
      />,
    )
    const bar = screen.getByRole('img')
    expect(bar.getAttribute('aria-label')).toBe('Автомобиль 75\u00a0%, Пошлина 25\u00a0%')
    expect(bar.children).toHaveLength(2)
  })
})

describe('the counter', () => {
  it('gives screen readers the real value at once', () => {
    render(<Counter value={1000} suffix="+" />)
    expect(screen.getByText('1000+').className).toBe('sr')
  })
})

describe('the table', () => {
  const rows = [{ id: 'МА-1', price: 10 }]
  it('announces its order, and reverses it at a click', async () => {
    const onOrder = vi.fn()
    render(
      <Table
        label="Заказы"
        rows={rows}
        rowId={(row) => row.id}
        order={{ column: 'price', direction: 'asc' }}
        onOrder={onOrder}
        columns={[
          { id: 'id', title: 'Заказ', cell: (row) => row.id },
          { id: 'price', title: 'Цена', sortable: true, cell: (row) => row.price },
        ]}
      />,
    )
    const table = screen.getByRole('table', { name: 'Заказы' })
    const header = within(table).getByRole('columnheader', { name: 'Цена' })
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(within(header).getByRole('button', { name: 'Цена' }))
    expect(onOrder).toHaveBeenCalledWith({ column: 'price', direction: 'desc' })
  })
})

describe('pages and tabs', () => {
  it('pages can be turned, but not beyond the ends', async () => {
    const onPage = vi.fn()
    render(<Pagination page={1} pageSize={10} total={34} onPage={onPage} />)
    expect(screen.getByText('1–10 из 34')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Назад' }).disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Далее' }))
    expect(onPage).toHaveBeenCalledWith(2)
  })
  it('pages show an estimated total in thousands', () => {
    render(<Pagination page={1} pageSize={10} total={124_431} onPage={() => {}} />)
    expect(screen.getByText(/^1–10 из примерно 124\s000$/)).toBeTruthy()
  })
  it('tabs are links, and the open one is marked', () => {
    render(
      <MemoryRouter initialEntries={['/dashboard/bookings']}>
        <Tabs
          label="Кабинет"
          tabs={[
            { to: '/dashboard', label: 'Обзор' },
            { to: '/dashboard/bookings', label: 'Записи', count: 2 },
          ]}
        />
      </MemoryRouter>,
    )
    const row = screen.getByRole('navigation', { name: 'Кабинет' })
    const open = within(row).getByRole('link', { current: 'page' })
    expect(open.textContent).toBe('Записи 2')
    expect(open.getAttribute('href')).toBe('/dashboard/bookings')
  })
})

describe('a failure', () => {
  it('shows its request id and offers a retry', async () => {
    let answer = () => {}
    const onRetry = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
    render(<ErrorNote title="Не удалось рассчитать стоимость" code="7f3a" onRetry={onRetry} />)
    expect(screen.getByRole('alert').textContent).toContain('7f3a')
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(onRetry).toHaveBeenCalledOnce()
    const repeating = screen.getByRole('button', { name: 'Повторяем…' })
    expect(repeating.hasAttribute('disabled')).toBe(true)
    answer()
    expect(await screen.findByRole('button', { name: 'Повторить' })).toBeTruthy()
  })
})

describe('the drawings', () => {
  it('name the body and its dimensions, and show the dimensions of the real car', () => {
    const data = suv as unknown as CarData
    render(<CarDrawing body="suv" data={data} dimensions={['length']} values={{ length: 4682 }} />)
    const drawing = screen.getByRole('img', { name: /^Внедорожник: длина 5\u202f050 мм/ })
    expect(drawing.querySelector('.ui-dim text')?.textContent).toBe('4\u2009682')
    expect(drawing.querySelectorAll('path').length).toBeGreaterThan(80)
  })
  it('keep the texts of the car off the texts of the stations', () => {
    const map = wide as unknown as MapData
    const minsk = map.routes.minsk
    const station = minsk?.stations.find(({ id }) => id === 'minsk')
    if (!minsk || !station) throw new Error('the route has no Minsk')
    const place = placeStationLabel(station, 'план 26–28 ноября', 1.5, map, readPathPoints(minsk.d))
    const around = {
      boxes: [computeLabelBox(place, 200, 1.5)],
      routePoints: readPathPoints(minsk.d),
      width: map.width,
      height: map.height,
    }
    const [x, y] = station.at
    expect(placeCarLabel([x - 20, y + 60], 130, 1.5, around).dx).toBe(-1)
  })
  it('move the texts of the car into the picture if no side has room', () => {
    const around = { boxes: [], routePoints: [], width: 390, height: 700 }
    const { left } = placeCarLabel([200, 300], 250, 1, around)
    expect(left).toBeGreaterThanOrEqual(12)
    expect(left + 250).toBeLessThanOrEqual(390 - 12)
  })

  it('show no degree that overlaps a name or another degree, however small the picture', () => {
    const map = wide as unknown as MapData
    const start = map.routes.minsk?.stations[0]
    if (!start) throw new Error('the route has no start')
    const listShownDegrees = (px: number) => {
      const box = computeLabelBox(placeStationLabel(start, 'старт', px, map, []), 60 * px, px)
      return findFreeDegrees(map.labels, [box], px).map(({ text }) => text)
    }
    const all = map.labels.map(({ text }) => text)
    expect(all.filter((text) => !listShownDegrees(1.1).includes(text))).toEqual([])
    expect(all.filter((text) => !listShownDegrees(3.3).includes(text))).toEqual([
      '5°',
      '10°',
      '15°',
    ])
  })

  it('keep the texts of every station inside the picture', () => {
    const map = tall as unknown as MapData
    const notes = ['1–4: 21 октября — 1 ноября', '6–7: план 17 декабря 2026 — 27 января 2027']
    for (const note of notes)
      for (const px of [map.width / 390, map.width / 350])
        for (const route of Object.values(map.routes))
          for (const station of route.stations) {
            const label = placeStationLabel(station, note, px, map, readPathPoints(route.d))
            const box = computeLabelBox(label, note.length * 7.4 * px, px)
            expect(box.x0).toBeGreaterThanOrEqual(0)
            expect(box.x1).toBeLessThanOrEqual(map.width)
            expect(box.y0).toBeGreaterThanOrEqual(tallMapTop)
          }
  })

  it.each([
    ['a desktop', wide, [1312, 970, 720]],
    ['a phone', tall, [350]],
  ] as const)(
    'keep the texts of the first and last town off the route on %s',
    (_, data, widths) => {
      const map = data as unknown as MapData
      const note = '1–4: 24 августа — 1 сентября'
      for (const width of widths)
        for (const route of Object.values(map.routes)) {
          const px = map.width / width
          const routePoints = readPathPoints(route.d)
          for (const station of [route.stations[0], route.stations.at(-1)]) {
            if (!station) throw new Error('the route has no stations')
            const box = computeLabelBox(
              placeStationLabel(station, note, px, map, routePoints),
              note.length * 7.8 * px,
              px,
            )
            const covered = routePoints.filter(
              ([x, y]) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1,
            )
            expect(covered, `${station.name} at ${width} px`).toEqual([])
            expect(box.y1).toBeLessThanOrEqual(map.height - 18)
          }
        }
    },
  )

  it('have no two numbers at one place, and the engine of a 911 at its rear axle', () => {
    const data = suv as unknown as CarData
    const points = spreadPoints(data.checks, 400)
    for (const [place, point] of points.entries())
      for (const other of points.slice(place + 1))
        expect(Math.hypot(point.at[0] - other.at[0], point.at[1] - other.at[1])).toBeGreaterThan(
          380,
        )
    const engine = placeChecksForRearEngine(data).find(({ id }) => id === 'engine')
    expect(engine?.at[0]).toBeGreaterThan(data.axles.at(-1)?.[0] ?? 0)
  })
})
