import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
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

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, ' ')
const main = () => plain(document.body.textContent)
const heading = () => plain(screen.getByRole('heading', { level: 1 }).textContent)

describe('the privacy policy', () => {
  it('has its date, seven numbered sections, contacts and a note on updates', () => {
    renderRoute(<LegalPage text={privacy} />)
    expect(main()).toContain('Действует с 1 сентября 2025 года')
    const titles = screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => plain(heading.textContent))
    expect(titles.filter((title) => /^[1-7]\. /.test(title))).toHaveLength(7)
    expect(titles.slice(7)).toEqual(['Контакты', 'Обновления документа'])
  })

  it('names the law, what is collected, how long it is kept and the rights', () => {
    renderRoute(<LegalPage text={privacy} />)
    for (const phrase of [
      'паспорт',
      'адрес регистрации',
      'марка',
      'модель',
      'бюджет',
      '5 лет после',
    ])
      expect(main().toLowerCase()).toContain(phrase)
    expect(main()).toMatch(/152-\u2060?ФЗ/)
  })

  it('says what the browser keeps and when requests go to other companies', () => {
    renderRoute(<LegalPage text={privacy} />)
    for (const phrase of ['сведения вашего профиля', 'черновик обращения', 'читались без сети'])
      expect(main()).toContain(phrase)
    expect(main()).toContain('Чат, если он подключён, загружается сам')
  })

  it('takes the company and its address from the settings', () => {
    const store = makeStore()
    receiveSettings(store, { siteName: 'Долгота', contactEmail: 'law@example.com' })
    renderRoute(<LegalPage text={privacy} />, { store })
    expect(main()).toContain('«Долгота»')
    const [emailLink] = screen.getAllByRole('link', { name: 'law@example.com' })
    expect(emailLink?.getAttribute('href')).toBe('mailto:law@example.com')
  })
})

describe('the user agreement', () => {
  it("is in force on today's date", async () => {
    renderRoute(<LegalPage text={terms} />)
    const today = plain(formatDay(new Date()))
    expect(plain((await screen.findByText(/Действует на/)).textContent)).toBe(
      `Действует на ${today}`,
    )
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
      expect(main()).toContain(phrase)
  })
})

describe('the map of the site', () => {
  it('links to every part of the site and has three quick links', () => {
    renderRoute(<SitemapPage />)
    const quick = within(screen.getByRole('navigation', { name: 'Быстрые ссылки' }))
    const ways = quick.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['/services#calculator', '/#quick-request', '/about'])
    const map = within(screen.getByRole('navigation', { name: 'Карта сайта' }))
    const places = map.getAllByRole('link').map((link) => link.getAttribute('href'))
    for (const place of [
      '/',
      '/about',
      '/services',
      '/contacts',
      '/dashboard',
      '/privacy',
      '/terms',
    ])
      expect(places).toContain(place)
    for (const category of ['reviews', 'tips', 'news', 'guides'])
      expect(places).toContain(`/blog?category=${category}`)
    for (const id of ['home', 'about', 'services', 'blog', 'contacts', 'dashboard', 'legal'])
      expect(document.getElementById(id)).toBeTruthy()
  })
})

describe('the page behind the links of emails', () => {
  const at = (search: string) =>
    renderRoute(<UnsubscribePage />, { path: '/unsubscribe', at: `/unsubscribe${search}` })
  const leave = () => userEvent.click(screen.getByRole('button', { name: 'Отписаться' }))
  const answering = (status: number, body: object) =>
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
    at(search)
    expect(heading()).toBe(title)
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways).toEqual([back, '/contacts'])
  })

  it('asks before it stops the notifications of a saved search', async () => {
    const sent: string[] = []
    network.use(
      http.post('*/api/saved-searches/stop', ({ request }) => {
        sent.push(new URL(request.url).searchParams.get('token') ?? '')
        return HttpResponse.json({ success: true, message: 'Готово' })
      }),
    )
    at('?list=search&state=ask&action=unsubscribe&token=abc')
    expect(heading()).toBe('Не писать об этом поиске?')
    await userEvent.click(screen.getByRole('button', { name: /Не.писать/ }))
    expect(await screen.findByRole('heading', { name: /больше.не.пишем/ })).toBeTruthy()
    expect(sent).toEqual(['abc'])
  })

  it('asks before it unsubscribes', async () => {
    answering(200, { success: true, message: 'Вы отписаны' })
    at('?token=abc')
    expect(heading()).toBe('Отписаться от рассылки?')
    await leave()
    expect(plain((await screen.findByText('Вы отписаны')).textContent)).toBe('Вы отписаны')
  })

  it('distinguishes an invalid link from an unavailable or busy server', async () => {
    answering(503, { message: 'Сервис недоступен', code: 'unavailable' })
    at('?token=abc')
    await leave()
    expect((await screen.findByRole('alert')).textContent).toBe('Сервис недоступен')
    answering(429, { message: 'Слишком много запросов', code: 'rate_limited' })
    await leave()
    expect(await screen.findByText('Слишком много запросов')).toBeTruthy()
    answering(404, { message: 'Нет такой подписки', code: 'not_found' })
    await leave()
    expect(await screen.findByText('Ссылка не сработала')).toBeTruthy()
  })
})
