import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { articlesSection } from './articlesSection.tsx'

const user = userEvent.setup({ delay: null })
const article = {
  id: 'a1',
  slug: 'parom',
  title: 'Паром',
  excerpt: '',
  content: 'Одна перевалка',
  category: 'guides',
  categories: ['guides'],
  tags: ['delivery'],
  status: 'draft',
  image_url: null,
  updated_at: '2026-11-20T10:00:00Z',
  version: 1,
}

function serveArticle() {
  const sent: unknown[] = []
  network.use(
    http.get('*/api/content/admin/posts', () => HttpResponse.json({ items: [article], total: 1 })),
    http.get('*/api/content/admin/posts/a1', () => HttpResponse.json({ item: article })),
    http.get('*/api/content/admin/posts/a1/revisions', () =>
      HttpResponse.json({ items: [], total: 0 }),
    ),
    http.post('*/api/content/admin/posts/preview', () =>
      HttpResponse.json({
        content_html: '<p>Одна <b>перевалка</b></p>',
        read_minutes: 2,
        excerpt: 'Начало статьи',
      }),
    ),
    http.get('*/api/blog/tags', () =>
      HttpResponse.json({
        tags: [
          { slug: 'delivery', name: 'Доставка', count: 3 },
          { slug: 'winter', name: 'Зима', count: 1 },
        ],
      }),
    ),
    http.patch('*/api/content/admin/posts/a1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: { ...article, version: 2 } })
    }),
  )
  return sent
}

it('the tags of an article are chosen by their Russian names, and others can be typed', async () => {
  const sent = serveArticle()
  renderRoute(<AdminList section={articlesSection} />, { at: '/?item=a1' })
  const tags = within(await screen.findByRole('group', { name: 'Метки' }))
  expect(await tags.findByLabelText('Доставка')).toHaveProperty('checked', true)
  await user.click(tags.getByLabelText('Зима'))
  await user.type(screen.getByLabelText('Метки через запятую'), ', ice-road')
  expect(tags.getByLabelText('ice-road')).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(sent).toEqual([{ tags: ['delivery', 'winter', 'ice-road'], version: 1 }]),
  )
})

it('an article is previewed as a card and as a search result, with what the service adds', async () => {
  serveArticle()
  renderRoute(<AdminList section={articlesSection} />, { at: '/?item=a1' })
  await user.click(await screen.findByRole('button', { name: 'Карточка и поиск' }))
  const card = await screen.findByRole('article', { name: 'Карточка в блоге' })
  await waitFor(() => expect(card.textContent).toContain('Начало статьи'))
  expect(card.textContent).toContain('Гиды')
  expect(card.textContent).toContain('Вместо картинки будет чертёж.')
  const result = screen.getByRole('article', { name: 'В поиске и мессенджерах' })
  expect(result.textContent).toMatch(/› blog › parom/)
  expect(result.textContent).toContain('Паром — Меридиан Авто')
})
