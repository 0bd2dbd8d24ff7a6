import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { OutlookRead, OutlookRequest } from '../../api/wire/calculator.ts'
import Outlook from './Outlook.tsx'

const request: OutlookRequest = {
  price: 3_000_000,
  engineVolumeLiters: 2,
  age: 2,
  fuelType: 'petrol',
  importCategory: 'personal',
  isElectric: false,
  isCommercial: false,
}

const change = {
  isApproximate: false,
  isPrepared: false,
  edition: 'ru-2026-01',
  total: 3_527_759,
}
const complete: OutlookRead = {
  success: true,
  edition: 'ru-2026-01',
  date: '2026-11-20',
  eurRate: { value: 93.3508, date: '2026-11-20', source: 'fixed' },
  totalCustoms: 1_461_865,
  total: 4_461_865,
  changes: [
    {
      ...change,
      kind: 'age',
      date: '2026-12-21',
      days: 31,
      totalCustoms: 527_759,
      difference: -934_106,
      message:
        'Через 31 день, 21.12.2026, автомобиль станет старше 3 лет: платежи составят 527 759 ₽',
    },
    {
      ...change,
      kind: 'power',
      date: null,
      days: null,
      totalCustoms: 2_472_265,
      difference: 1_010_400,
      message: 'Мощнее 160 л. с.: платежи составят 2 472 265 ₽',
    },
  ],
  history: [
    { date: '2025-11-28', rate: 90, edition: 'ru-2025-01', totalCustoms: 507_724 },
    { date: '2026-01-14', rate: 100, edition: 'ru-2026-01', totalCustoms: 2_236_065 },
    { date: '2026-01-30', rate: 101, edition: 'ru-2026-01', totalCustoms: 2_241_465 },
  ],
  editions: [
    { edition: 'ru-2025-12', starts: '2025-12-01', ends: '2025-12-31', totalCustoms: 1_918_618 },
    { edition: 'ru-2026-01', starts: '2026-01-01', ends: '2026-12-31', totalCustoms: 2_200_159 },
  ],
}

function renderWith(outlook: Partial<OutlookRead>, given = request) {
  const sent: unknown[] = []
  network.use(
    http.post('*/api/calculator/outlook', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...complete, ...outlook })
    }),
  )
  renderRoute(<Outlook request={given} skeleton={<p>Загрузка</p>} subheading="h3" />)
  return sent
}

describe('what changes the sum', () => {
  it('names each bound with the sum beyond it, for the same car', async () => {
    const sent = renderWith({})
    expect(await screen.findByText(/станет старше 3 лет/)).toBeTruthy()
    const rows = within(screen.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('.ui-tag')?.textContent)).toEqual([
      'Возраст',
      'Мощность',
    ])
    expect(rows[0]?.querySelector('.is-ok')).toBeTruthy()
    expect(rows[1]?.querySelector('.is-warn')).toBeTruthy()
    expect(sent).toEqual([request])
  })

  it('writes the hyphens of an edition as characters that the fonts have', async () => {
    const message = 'С 01.01.2027 действует редакция ru-2027-01: платежи составят 527 759 ₽'
    const law = { ...change, kind: 'law', date: '2027-01-01', days: 33, difference: 1 } as const
    renderWith({ changes: [{ ...law, totalCustoms: 527_759, message }] })
    const row = await screen.findByText(/действует редакция/)
    expect(normalizeSpaces(row.textContent)).toMatch(/редакция ru-2027-01:/)
  })

  it('has both bounds of the sum of today if the power is unknown', async () => {
    const powerRange = [
      { upToHp: 160, totalCustoms: 1_461_865, total: 5_961_865 },
      { upToHp: null, totalCustoms: 2_949_465, total: 7_449_465 },
    ]
    renderWith({ powerRange })
    const lead = await screen.findByText(/Сегодня\s+платежи/)
    expect(normalizeSpaces(lead.textContent)).toContain(
      'от 1 461 865 до 2 949 465 ₽, смотря по мощности',
    )
  })

  it('names one sum of today if the power is known', async () => {
    renderWith({}, { ...request, enginePower: 150, enginePowerUnit: 'hp' })
    const lead = await screen.findByText(/Сегодня\s+платежи/)
    expect(lead.textContent).toMatch(/—\s1\s461\s865\s₽ по\sдействующей/)
  })

  it('says that no bound changes the sum', async () => {
    renderWith({ changes: [] })
    expect(await screen.findByText(/эту\s+сумму не\s+меняют/)).toBeTruthy()
  })

  it('says that it failed, with a way to repeat', async () => {
    network.use(
      http.post('*/api/calculator/outlook', () => new HttpResponse(null, { status: 503 })),
    )
    renderRoute(<Outlook request={request} skeleton={null} subheading="h3" />)
    expect(await screen.findByText(/Не\s+удалось узнать, что изменит сумму/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Повторить/ })).toBeTruthy()
  })
})

describe('the sums of 12 months', () => {
  it('are drawn with a mark where other rates begin, and a table with rate and edition', async () => {
    renderWith({})
    expect(
      await screen.findByRole('img', { name: /в\s+начале 507\s724\s₽, сейчас 2\s241\s465\s₽/ }),
    ).toBeTruthy()
    expect(document.querySelectorAll('.ui-line-mark')).toHaveLength(1)
    expect(screen.getByText(/Пунктир/).textContent).toMatch(/[^.]\.$/)
    const table = document.querySelector('.ui-line-table')
    expect(table?.getAttribute('aria-label')).toMatch(/^Платежи по\sдням/)
    const rows = [...document.querySelectorAll('.ui-line-table tbody th[scope=row]')]
    expect(rows.map(({ textContent }) => normalizeSpaces(textContent))).toEqual([
      expect.stringMatching(/^30 янв\..*, 101,00 ₽, ru-2026-01$/),
      expect.stringMatching(/^28 нояб\..*, 90,00 ₽, ru-2025-01$/),
    ])
  })

  it('are not drawn from fewer than three rates', async () => {
    renderWith({ history: complete.history.slice(0, 2) })
    expect(await screen.findByText(/с\s+28\s+ноября 2025: линия появится/)).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByText('ru-2025-12')).toBeTruthy()
  })

  it('are announced for later while there is no rate', async () => {
    renderWith({ history: [] })
    expect(await screen.findByText(/Линии\sпока\sнет/)).toBeTruthy()
  })
})
