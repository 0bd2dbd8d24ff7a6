import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { receiveSettings } from '../../../tests/settings.ts'
import { network } from '../../../tests/setup.ts'
import { makeStore } from '../../app/store.ts'
import { formatDay } from '../../lib/dates.ts'
import { privacy } from '../../shared/texts/privacy.ts'
import { terms } from '../../shared/texts/terms.ts'
import { LegalPage } from './LegalPage.tsx'
import { SitemapPage } from './SitemapPage.tsx'
import { UnsubscribePage } from './UnsubscribePage.tsx'

const readPageText = () => normalizeSpaces(document.body.textContent)
const readHeading = () => normalizeSpaces(screen.getByRole('heading', { level: 1 }).textContent)

describe('the privacy policy', () => {
  it('has its date, seven numbered sections, contacts and a note on updates', () => {
    renderRoute(<LegalPage text={privacy} />)
    expect(readPageText()).toContain('Действует с 1 сентября 2025 года')
    const titles = screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => normalizeSpaces(heading.textContent))
    expect(titles.filter((title) => /^[1-7]\. /.test(title))).toHaveLength(7)
    expect(titles.slice(7)).toEqual(['Контакты', 'Обновления документа'])
  })

  it('names the law, the collected data and how long they are kept', () => {
    renderRoute(<LegalPage text={privacy} />)
    for (const phrase of [
      'паспорт',
      'адрес регистрации',
      'марка',
      'модель',
      'бюджет',
      '5 лет после',
    ])
      expect(readPageText().toLowerCase()).toContain(phrase)
    expect(readPageText()).toMatch(/152-\u2060?ФЗ/)
  })

  it('says what the browser keeps and when requests go to other companies', () => {
    renderRoute(<LegalPage text={privacy} />)
    for (const phrase of ['сведения вашего профиля', 'черновик обращения', 'читались без сети'])
      expect(readPageText()).toContain(phrase)
    expect(readPageText()).toContain('Чат, если он подключён, загружается сам')
  })

  it('takes the company and its address from the settings', () => {
    const store = makeStore()
    receiveSettings(store, { siteName: 'Долгота', contactEmail: 'law@example.com' })
    renderRoute(<LegalPage text={privacy} />, { store })
    expect(readPageText()).toContain('«Долгота»')
    const [emailLink] = screen.getAllByRole('link', { name: 'law@example.com' })
    expect(emailLink?.getAttribute('href')).toBe('mailto:law@example.com')
  })
})

describe('the user agreement', () => {
  it("shows today's date as the date on which it is in force", async () => {
    renderRoute(<LegalPage text={terms} />)
    const today = normalizeSpaces(formatDay(new Date()))
    const shownDate = normalizeSpaces((await screen.findByText(/Действует на/)).textContent)
    expect(shownDate).toBe(`Действует на ${today}`)
  })

  it('has the required statements about prices, disputes and age', () => {
    renderRoute(<LegalPage text={terms} />)
    for (const phrase of [
      'в рублях',
      'без предварительного уведомления',
      'переговор',
      'суд',
      'совершеннолетн',
    ])
      expect(readPageText()).toContain(phrase)
  })
})

describe('the map of the site', () => {
  it('links to every part of the site and has three quick links', () => {
    renderRoute(<SitemapPage />)
    const quick = within(screen.getByRole('navigation', { name: 'Быстрые ссылки' }))
    const hrefs = quick.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['/services#calculator', '/#quick-request', '/about'])
    const map = within(screen.getByRole('navigation', { name: 'Карта сайта' }))
    const pageHrefs = map.getAllByRole('link').map((link) => link.getAttribute('href'))
    for (const path of [
      '/',
      '/about',
      '/services',
      '/contacts',
      '/dashboard',
      '/privacy',
      '/terms',
    ])
      expect(pageHrefs).toContain(path)
    for (const category of ['reviews', 'tips', 'news', 'guides'])
      expect(pageHrefs).toContain(`/blog?category=${category}`)
    for (const id of ['home', 'about', 'services', 'blog', 'contacts', 'dashboard', 'legal'])
      expect(document.getElementById(id)).toBeTruthy()
  })
})

describe('the page behind the links of emails', () => {
  const openPage = (search: string) =>
    renderRoute(<UnsubscribePage />, { path: '/unsubscribe', at: `/unsubscribe${search}` })
  const pressUnsubscribe = () => userEvent.click(screen.getByRole('button', { name: 'Отписаться' }))
  const serveUnsubscribe = (status: number, body: object) =>
    network.use(
      http.post('*/api/newsletter/unsubscribe', () => HttpResponse.json(body, { status })),
    )

  it.each([
    ['?state=unsubscribed', 'Вы отписаны', '/blog'],
    ['?state=confirmed', 'Подписка подтверждена', '/blog'],
    ['?state=confirmed&list=status', 'Подписка подтверждена', '/status'],
    ['?state=unsubscribed&list=search', 'Об этом поиске больше не пишем', '/cars'],
    ['?state=unsubscribed&list=price', 'Об этой цене больше не пишем', '/dashboard'],
    ['?state=invalid', 'Ссылка не сработала', '/blog'],
    ['?state=nonsense', 'Ссылка не сработала', '/blog'],
    ['', 'Ссылка не сработала', '/blog'],
  ])('shows the outcome at %s', (search, title, back) => {
    openPage(search)
    expect(readHeading()).toBe(title)
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([back, '/contacts'])
  })

  it('asks before it stops the notifications of a saved search', async () => {
    const sent: string[] = []
    network.use(
      http.post('*/api/saved-searches/stop', ({ request }) => {
        sent.push(new URL(request.url).searchParams.get('token') ?? '')
        return HttpResponse.json({ success: true, message: 'Готово' })
      }),
    )
    openPage('?list=search&state=ask&action=unsubscribe&token=abc')
    expect(readHeading()).toBe('Не писать об этом поиске?')
    await userEvent.click(screen.getByRole('button', { name: /Не.писать/ }))
    expect(await screen.findByRole('heading', { name: /больше.не.пишем/ })).toBeTruthy()
    expect(sent).toEqual(['abc'])
  })

  it('asks before it unsubscribes', async () => {
    serveUnsubscribe(200, { success: true, message: 'Вы отписаны' })
    openPage('?token=abc')
    expect(readHeading()).toBe('Отписаться от рассылки?')
    await pressUnsubscribe()
    expect(await screen.findByRole('heading', { name: /Вы.отписаны/ })).toBeTruthy()
  })

  it('distinguishes an invalid link from an unavailable or busy server', async () => {
    serveUnsubscribe(503, { message: 'Сервис недоступен', code: 'unavailable' })
    openPage('?token=abc')
    await pressUnsubscribe()
    expect((await screen.findByRole('alert')).textContent).toBe('Сервис недоступен')
    serveUnsubscribe(429, { message: 'Слишком много запросов', code: 'rate_limited' })
    await pressUnsubscribe()
    expect(await screen.findByText('Слишком много запросов')).toBeTruthy()
    serveUnsubscribe(404, { message: 'Нет такой подписки', code: 'not_found' })
    await pressUnsubscribe()
    expect(await screen.findByText('Ссылка не сработала')).toBeTruthy()
  })
})
