import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { CampaignRead } from '../../../api/wire/notifications.ts'
import { AdminList } from '../list/AdminList.tsx'
import { campaignsSection } from './campaignsSection.tsx'

const user = userEvent.setup({ delay: null })
const adminApi = '*/api/notifications/admin'

function makeCampaign(given: Partial<CampaignRead>): CampaignRead {
  return {
    id: 'c1',
    audience: { all: true },
    type: 'system',
    title: 'Плановые работы',
    message: 'Текст',
    data: {},
    channels: ['in_app'],
    status: 'sent',
    created_by: null,
    created_at: '2026-11-18T10:00:00Z',
    scheduled_at: '2026-11-18T10:00:00Z',
    started_at: null,
    finished_at: null,
    has_failed: false,
    recipients: 1204,
    delivered: 1198,
    read: 871,
    failed: 6,
    stats: { in_app: { recipients: 1204, queued: 0, delivered: 1198, read: 871, failed: 6 } },
    ...given,
  }
}

let cancelled: string[]
let campaigns: CampaignRead[]

beforeEach(() => {
  cancelled = []
  campaigns = [makeCampaign({})]
  network.use(
    http.get(`${adminApi}/campaigns`, () =>
      HttpResponse.json({ campaigns, total: campaigns.length }),
    ),
    http.get(`${adminApi}/segments`, () => HttpResponse.json({ items: [] })),
    http.delete(`${adminApi}/campaigns/:id`, ({ params }) => {
      cancelled.push(String(params.id))
      return HttpResponse.json({ success: true, campaign: makeCampaign({ status: 'cancelled' }) })
    }),
  )
})

const showCampaigns = (at = '/') => renderRoute(<AdminList section={campaignsSection} />, { at })

describe('the list of campaigns', () => {
  it('shows the figures, and cancels a scheduled campaign', async () => {
    campaigns = [
      makeCampaign({}),
      makeCampaign({ id: 'c2', title: 'Зимние шины', status: 'scheduled' }),
    ]
    showCampaigns()
    const table = within(await screen.findByRole('table', { name: 'Рассылки' }))
    const row = within(table.getByRole('row', { name: /Плановые работы/ }))
    expect(row.getAllByRole('cell').map((cell) => cell.textContent?.replace(/\s/g, ''))).toEqual(
      expect.arrayContaining(['1204', 'Насайте:1198', '871', 'Насайте:6']),
    )
    const titles = table.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(row.getAllByRole('cell')[titles.indexOf('Состояние')]?.textContent).toContain(
      'отправлена',
    )
    await user.click(table.getByRole('button', { name: 'Отменить рассылку «Зимние шины»' }))
    await user.click(await screen.findByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(cancelled).toEqual(['c2']))
    network.use(http.delete(`${adminApi}/campaigns/:id`, () => HttpResponse.error()))
    await user.click(table.getByRole('button', { name: 'Отменить рассылку «Зимние шины»' }))
    await user.click(await screen.findByRole('button', { name: 'Отменить' }))
    expect(await screen.findByText(/^Не удалось отменить рассылку/)).toBeTruthy()
  })

  it('shows each channel by itself, and reading only on the site', async () => {
    const email = { recipients: 900, queued: 0, delivered: 880, read: 0, failed: 20 }
    campaigns = [
      makeCampaign({
        channels: ['in_app', 'email'],
        delivered: 2078,
        failed: 20,
        stats: {
          in_app: { recipients: 1204, queued: 0, delivered: 1198, read: 871, failed: 0 },
          email,
        },
      }),
      makeCampaign({ id: 'c2', title: 'Зимние шины', channels: ['email'], stats: { email } }),
    ]
    showCampaigns()
    const table = within(await screen.findByRole('table', { name: 'Рассылки' }))
    const titles = table.getAllByRole('columnheader').map((cell) => cell.textContent)
    const readCell = (name: RegExp, title: string) => {
      const cells = within(table.getByRole('row', { name })).getAllByRole('cell')
      return normalizeSpaces(cells[titles.indexOf(title)]?.textContent)
    }
    expect(readCell(/Плановые/, 'Сообщений дошло')).toBe('На сайте: 1 198Почта: 880')
    expect(readCell(/Плановые/, 'Прочитано на сайте')).toBe('871')
    expect(readCell(/Плановые/, 'Ошибок')).toBe('Почта: 20')
    expect(readCell(/Зимние/, 'Прочитано на сайте')).toBe('—')
  })

  it('says that a campaign whose time has come is in the queue', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    campaigns = [
      makeCampaign({ status: 'scheduled' }),
      makeCampaign({ id: 'c2', title: 'Зимние шины', status: 'scheduled', scheduled_at: later }),
    ]
    showCampaigns()
    const due = within(await screen.findByRole('row', { name: /Плановые работы/ }))
    expect(due.getByText('в очереди')).toBeTruthy()
    const planned = within(screen.getByRole('row', { name: /Зимние шины/ }))
    expect(planned.getByText('запланирована')).toBeTruthy()
  })

  it('counts no recipients before the service begins to send', async () => {
    const stats = { in_app: { recipients: 0, queued: 0, delivered: 0, read: 0, failed: 0 } }
    campaigns = [makeCampaign({ status: 'scheduled', recipients: 0, stats })]
    showCampaigns()
    const row = within(await screen.findByRole('row', { name: /Плановые работы/ }))
    const cells = row.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells.slice(-4)).toEqual(['—', '—', '—', '—'])
    await user.click(row.getByRole('button', { name: 'Плановые работы' }))
    const panel = within(await screen.findByRole('complementary', { name: 'Рассылки' }))
    expect(panel.getByText('Текст')).toBeTruthy()
    expect(panel.getByText('Все')).toBeTruthy()
  })

  it('says that a campaign was not sent because of a failure', async () => {
    campaigns = [makeCampaign({ status: 'cancelled', has_failed: true })]
    showCampaigns()
    const row = within(await screen.findByRole('row', { name: /Плановые работы/ }))
    expect(row.getByText('не отправлена: сбой')).toBeTruthy()
  })

  it('keeps search and sort in the URL and requests them', async () => {
    const requests: string[] = []
    network.use(
      http.get(`${adminApi}/campaigns`, ({ request }) => {
        requests.push(new URL(request.url).search)
        return HttpResponse.json({ campaigns, total: 1 })
      }),
    )
    showCampaigns('/?status=sent&search=работы')
    await user.click(await screen.findByRole('button', { name: 'Когда' }))
    await waitFor(() => expect(requests.at(-1)).toContain('sort=scheduled_at'))
    expect(new URLSearchParams(requests.at(-1)).get('search')).toBe('работы')
    expect(requests.at(-1)).toContain('status=sent')
  })

  it('shows no rows of another filter, and an error when loading fails', async () => {
    let answer = (_answer: Response) => {}
    const slow = new Promise<Response>((resolve) => {
      answer = resolve
    })
    network.use(
      http.get(`${adminApi}/campaigns`, ({ request }) =>
        new URL(request.url).searchParams.has('status') ? slow : undefined,
      ),
    )
    showCampaigns()
    const row = () => screen.queryByRole('row', { name: /Плановые работы/ })
    await waitFor(() => expect(row()).toBeTruthy())
    await user.selectOptions(screen.getByLabelText('Состояние'), 'отменена')
    expect(row()).toBeNull()
    answer(HttpResponse.json({ code: 'unavailable' }, { status: 503 }))
    expect(await screen.findByText('Список не загрузился')).toBeTruthy()
  })
})
