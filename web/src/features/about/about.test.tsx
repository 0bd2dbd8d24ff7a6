import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { settingsApi } from '../../api/settingsApi.ts'
import { makeStore } from '../../app/store.ts'
import { AboutPage } from './AboutPage.tsx'
import Team from './Team.tsx'

const makeMember = (name: string, status: 'online' | 'away' | 'offline') => ({
  id: name,
  name,
  position: 'Подбор автомобилей',
  email: null,
  phone: '+7 495 000-00-02',
  avatar: null,
  handle: name,
  status,
  lastActivity: null,
  isOnline: status === 'online',
  work: null,
})
const createTeamHandler = (...members: ReturnType<typeof makeMember>[]) =>
  http.get('*/api/team', () => HttpResponse.json({ success: true, team: members, error: null }))

const openDays = [
  { date: '2026-11-20', from: '09:00', to: '19:00' },
  { date: '2026-11-23', from: '09:00', to: '19:00' },
]

describe('the team', () => {
  it('shows whether each member is online, away or offline', async () => {
    network.use(
      createTeamHandler(
        makeMember('Марта', 'online'),
        makeMember('Глеб', 'away'),
        makeMember('Нина', 'offline'),
      ),
    )
    renderRoute(<Team />)
    expect(await screen.findByText('Онлайн')).toBeTruthy()
    expect(screen.getByText('Отошёл')).toBeTruthy()
    expect(screen.getByText('Офлайн')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: '+7 495 000-00-02' })).toHaveLength(3)
  })

  it.each([
    ['2026-11-20T08:00:00Z', 'Открыто до 19:00: звоните или пишите на почту.'],
    ['2026-11-20T18:00:00Z', 'Закрыто, откроемся в понедельник в 9:00. До этого времени'],
  ])('says at %s when the team answers', async (now, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    onTestFinished(() => void vi.useRealTimers())
    network.use(
      createTeamHandler(makeMember('Марта', 'online')),
      http.get('*/api/settings', () => HttpResponse.json({ openDays })),
    )
    const store = makeStore()
    await store.dispatch(settingsApi.endpoints.getSettings.initiate())
    renderRoute(<Team />, { store })
    expect(await screen.findByText((text) => normalizeSpaces(text).startsWith(words))).toBeTruthy()
  })

  it('shows the error message of the server', async () => {
    network.use(
      http.get('*/api/team', () =>
        HttpResponse.json({ message: 'Сервис недоступен', code: 'unavailable' }, { status: 503 }),
      ),
    )
    renderRoute(<Team />)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Ошибка при получении данных команды')
    expect(note.textContent).toContain('Сервис недоступен')
  })

  it('is retried by reloading the page on the desktop, and by reloading only the list on a phone', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', reload })
    network.use(http.get('*/api/team', () => HttpResponse.json({}, { status: 503 })))
    const { unmount } = renderRoute(<Team />)
    await userEvent.click(await screen.findByRole('button', { name: 'Попробовать снова' }))
    expect(reload).toHaveBeenCalledTimes(1)
    unmount()
    document.documentElement.dataset.layout = 'mobile'
    onTestFinished(() => {
      delete document.documentElement.dataset.layout
    })
    renderRoute(<Team />)
    const note = await screen.findByRole('alert')
    expect(note.querySelector('.failure')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('treats a response that reports a failure in its body as a failure', async () => {
    network.use(
      http.get('*/api/team', () =>
        HttpResponse.json({ success: false, team: [], error: 'Список обновляется' }),
      ),
    )
    renderRoute(<Team />)
    expect((await screen.findByRole('alert')).textContent).toContain('Список обновляется')
  })

  it('shows fallback texts for the missing fields of a member', async () => {
    network.use(
      http.get('*/api/team', () =>
        HttpResponse.json({ success: true, team: [{ id: 'one' }], error: null }),
      ),
    )
    renderRoute(<Team />)
    expect(
      await screen.findByRole('heading', { level: 3, name: /^Имя\sне\sуказано$/ }),
    ).toBeTruthy()
    expect(screen.getByText('Сотрудник компании')).toBeTruthy()
    expect(screen.getByText('Офлайн')).toBeTruthy()
  })

  it('says that there are no members if the list is empty', async () => {
    network.use(createTeamHandler())
    renderRoute(<Team />)
    expect(await screen.findByText('Члены команды не найдены')).toBeTruthy()
  })
})

it('the page has its figures, its sections, the years of the company and the two links at its end', async () => {
  network.use(createTeamHandler())
  renderRoute(<AboutPage />)
  for (const figure of ['1000+', '15', '3+', '10+', '98%'])
    expect(screen.getByText(figure, { selector: '.sr' })).toBeTruthy()
  for (const year of ['2014', '2017', '2020', '2024'])
    expect(await screen.findByText(year)).toBeTruthy()
  for (const id of ['mission', 'values', 'team', 'history'])
    expect(document.getElementById(id)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Оставить заявку' }).getAttribute('href')).toBe(
    '/#quick-request',
  )
  expect(screen.getByRole('link', { name: 'Посмотреть услуги' }).getAttribute('href')).toBe(
    '/services',
  )
  await screen.findByText('Члены команды не найдены')
})
