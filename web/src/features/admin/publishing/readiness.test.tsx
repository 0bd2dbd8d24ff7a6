// An incomplete car or article is published only after a confirmation with the list of what is missing.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { teamSection } from '../people/teamSection.tsx'
import { articlesSection } from './articlesSection.tsx'
import { carsSection } from './carsSection.tsx'
import { findArticleConfirmation, findCarConfirmation } from './readiness.ts'

const user = userEvent.setup({ delay: null })

const car = {
  id: 'c1',
  slug: 'bmw-x5',
  brand: 'BMW',
  model: 'X5',
  year: 2022,
  status: 'hidden',
  fuel: 'diesel',
  body_type: 'suv',
  mileage_km: 60_000,
  engine_volume_l: 3,
  power_hp: 286,
  price_eur: 50_000,
  price_rub: null,
  description: 'Один владелец',
  image_url: null,
  images: [],
  length_mm: null,
  updated_at: '2026-11-20T10:00:00Z',
  version: 1,
}

function serveCar() {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/content/admin/cars', () => HttpResponse.json({ items: [car], total: 1 })),
    http.get('*/api/content/admin/cars/c1', () => HttpResponse.json({ item: car })),
    http.get('*/api/content/admin/cars/c1/inspection', () =>
      HttpResponse.json({ item: { id: 'c1', version: 0 } }),
    ),
    http.get('*/api/content/admin/reservations', () => HttpResponse.json({ items: [], total: 0 })),
    http.patch('*/api/content/admin/cars/c1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: { ...car, status: 'published', version: 2 } })
    }),
  )
  return sent
}

it('an incomplete car is published only after a confirmation with what it lacks', async () => {
  const sent = serveCar()
  renderRoute(<AdminList section={carsSection} />, { at: '/?item=c1' })
  await user.selectOptions(await screen.findByLabelText('Состояние'), 'Опубликован')
  const [save] = screen.getAllByRole('button', { name: 'Сохранить' })
  if (!save) throw new Error('The form has no button')
  await user.click(save)
  const question = await screen.findByRole('alertdialog', { name: 'Опубликовать: BMW X5?' })
  const missing = within(question)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(missing).toEqual([
    'длины: без неё чертёж не в масштабе',
    'фотографий',
    'осмотра: без него нет замеров и отчёта в PDF',
  ])
  await user.click(within(question).getByRole('button', { name: 'Вернуться' }))
  expect(sent).toEqual([])
  await user.click(save)
  await user.click(await screen.findByRole('button', { name: 'Опубликовать всё равно' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'published', version: 1 }]))
})

it('a new car is saved as a draft with only its name, beside the list of what its page lacks', async () => {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/content/admin/cars', () => HttpResponse.json({ items: [], total: 0 })),
    http.post('*/api/content/admin/cars', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ message: 'Позже' }, { status: 503 })
    }),
  )
  renderRoute(<AdminList section={carsSection} />, { at: '/?item=new' })
  const form = within(await screen.findByRole('form', { name: 'Новый автомобиль' }))
  const readiness = within(screen.getByRole('region', { name: 'Готовность к публикации' }))
  const parts = readiness.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(parts).toEqual([
    'года выпуска',
    'кузова',
    'топлива',
    'пробега',
    'мощности: без неё нет цены под ключ',
    'объёма двигателя: без него нет цены под ключ',
    'цены продавца',
    'длины: без неё чертёж не в масштабе',
    'слов эксперта',
    'фотографий',
    'осмотра: его добавляют после первого сохранения',
  ])
  await user.click(readiness.getByRole('link', { name: 'слов эксперта' }))
  expect(document.activeElement).toBe(form.getByLabelText('Описание'))
  await user.type(form.getByLabelText('Марка'), 'BMW')
  await user.type(form.getByLabelText('Модель'), 'X5')
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await waitFor(() =>
    expect(sent).toEqual([{ brand: 'BMW', model: 'X5', status: 'hidden', featured: false }]),
  )

  await user.selectOptions(form.getByLabelText('Состояние'), 'Опубликован')
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  const refusal = await form.findByText('Год: Заполните, чтобы опубликовать')
  await user.click(refusal)
  expect(document.activeElement).toBe(form.getByLabelText(/^Год/))
  expect(sent).toHaveLength(1)
})

it('the list of a saved car leads to its inspection, and is gone once nothing is missing', async () => {
  serveCar()
  renderRoute(<AdminList section={carsSection} />, { at: '/?item=c1' })
  const link = await screen.findByRole('link', { name: /^осмотра/ })
  await user.click(link)
  expect(document.activeElement?.textContent).toBe('Замеры осмотра')
  await user.type(screen.getByLabelText(/^Длина/), '4900')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^длины/ })).toBeNull())
})

it('several cars are published only after a confirmation with what each lacks', async () => {
  const sent = serveCar()
  renderRoute(<AdminList section={carsSection} />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Показать 1' }))
  const question = screen.getByRole('alertdialog', { name: 'Опубликовать автомобили (1)?' })
  expect(within(question).getByRole('listitem').textContent).toBe(
    'BMW X5, 2022: длины: без неё чертёж не в масштабе, фотографий, осмотра: без него нет замеров и отчёта в PDF',
  )
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Опубликовать всё равно' }))
  await waitFor(() => expect(sent).toEqual([{ status: 'published', version: 1 }]))
})

it('a new team member is a draft, and is published only after a confirmation with what is missing', async () => {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/content/admin/team', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
    http.post('*/api/content/admin/team', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ message: 'Позже' }, { status: 503 })
    }),
  )
  renderRoute(<AdminList section={teamSection} />, { at: '/?item=new' })
  const form = within(await screen.findByRole('form', { name: 'Новый сотрудник' }))
  const state = form.getByLabelText('Состояние')
  expect(state).toHaveProperty('value', 'draft')
  await user.type(form.getByLabelText('Имя'), 'Пётр Гай')
  await user.type(form.getByLabelText('Должность'), 'Логистика')
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ name: 'Пётр Гай', status: 'draft' })
  await user.selectOptions(state, 'На сайте')
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  const question = await screen.findByRole('alertdialog', { name: 'Опубликовать: Пётр Гай?' })
  expect(within(question).getAllByRole('listitem')).toHaveLength(3)
  await user.click(within(question).getByRole('button', { name: 'Опубликовать всё равно' }))
  await waitFor(() => expect(sent).toHaveLength(2))
})

it('a new article and a new team member are saved as drafts with only a name', async () => {
  const sent: unknown[] = []
  for (const list of ['posts', 'team'])
    network.use(
      http.get(`*/api/content/admin/${list}`, () => HttpResponse.json({ items: [], total: 0 })),
      http.post(`*/api/content/admin/${list}`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ message: 'Позже' }, { status: 503 })
      }),
    )
  network.use(
    http.get('*/api/blog/tags', () => HttpResponse.json({ tags: [] })),
    http.post('*/api/content/admin/posts/preview', () =>
      HttpResponse.json({ content_html: '', read_minutes: 1 }),
    ),
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
  )
  const article = renderRoute(<AdminList section={articlesSection} />, { at: '/?item=new' })
  await user.type(await screen.findByLabelText('Заголовок'), 'Паром')
  const articleForm = within(screen.getByRole('form', { name: 'Новая статья' }))
  await user.click(articleForm.getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(sent).toEqual([{ title: 'Паром', status: 'draft', featured: false }]))
  await user.click(screen.getByRole('link', { name: 'категории' }))
  expect(document.activeElement?.contains(screen.getByLabelText('Гиды'))).toBe(true)
  article.unmount()

  renderRoute(<AdminList section={teamSection} />, { at: '/?item=new' })
  const form = within(await screen.findByRole('form', { name: 'Новый сотрудник' }))
  await user.type(form.getByLabelText('Имя'), 'Пётр Гай')
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ name: 'Пётр Гай', status: 'draft' }))
})

it('a new article is a draft, and is published only after a confirmation with what it lacks', async () => {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/content/admin/posts', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('*/api/blog/tags', () => HttpResponse.json({ tags: [] })),
    http.post('*/api/content/admin/posts/preview', () =>
      HttpResponse.json({ html: '', read_minutes: 1 }),
    ),
    http.post('*/api/content/admin/posts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ message: 'Позже' }, { status: 503 })
    }),
  )
  renderRoute(<AdminList section={articlesSection} />, { at: '/?item=new' })
  const state = await screen.findByLabelText('Состояние', { selector: 'form select' })
  expect(state).toHaveProperty('value', 'draft')
  await user.type(screen.getByLabelText('Заголовок'), 'Паром')
  await user.type(screen.getByLabelText('Текст'), 'Одна перевалка')
  await user.click(screen.getByLabelText('Гиды'))
  await user.selectOptions(state, 'Опубликована')
  await user.click(
    within(screen.getByRole('form', { name: 'Новая статья' })).getByRole('button', {
      name: 'Добавить',
    }),
  )
  const question = await screen.findByRole('alertdialog', { name: 'Опубликовать: Паром?' })
  expect(question.textContent).toMatch(/узнают.подписчики/)
  expect(within(question).getAllByRole('listitem')).toHaveLength(2)
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Опубликовать всё равно' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

it('a complete or already published record is saved without a confirmation', () => {
  const complete = { ...car, images: '/media/1.webp', length_mm: 4_900, status: 'published' }
  const values = Object.fromEntries(
    Object.entries(complete).map(([name, value]) => [name, String(value)]),
  )
  const inspected = { id: 'c1', is_inspected: true, status: 'hidden' } as const
  expect(findCarConfirmation(values, inspected)).toBeUndefined()
  expect(
    findCarConfirmation({ ...values, images: '' }, { ...inspected, status: 'published' }),
  ).toBeUndefined()
  expect(findCarConfirmation({ ...values, power_hp: '0' }, inspected)?.missing).toEqual([
    'мощности: без неё нет цены под ключ',
  ])
  const article = {
    status: 'published',
    title: 'Паром',
    content: 'Одна перевалка',
    category: 'guides',
    excerpt: 'Кратко',
    image_url: '/1.webp',
  }
  const publishedAt = { published_at: '2026-11-20T10:00:00Z' }
  expect(findArticleConfirmation(article, { status: 'draft', ...publishedAt })).toBeUndefined()
  expect(findArticleConfirmation(article, null)?.confirm).toBe('Опубликовать')
  expect(findArticleConfirmation({ ...article, status: 'draft' }, null)).toBeUndefined()
})
