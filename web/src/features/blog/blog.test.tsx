import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { showEverything } from '../../../tests/everythingInView.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { typeWithoutPause } from '../../../tests/typeWithoutPause.ts'
import '../../api/api.ts'
import { customerSignedIn, sessionEnded, type User } from '../../api/sessionActions.ts'
import type { CommentRead, PostSummary } from '../../api/wire/content.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import { Newsletter } from './BlogBody.tsx'
import { BlogPage } from './BlogPage.tsx'
import Comments from './Comments.tsx'
import { createCommand, parseVideo } from './videoSource.ts'

const makePost = (n: number): PostSummary => ({
  id: `post-${n}`,
  slug: `post-${n}`,
  title: `Статья ${n}`,
  excerpt: `О чём статья ${n}`,
  image_url: null,
  thumbnail_url: null,
  video_url: null,
  drawing: 'sedan',
  category: 'reviews',
  categories: ['reviews'],
  tags: ['import', 'unheard-of'],
  featured: n === 3,
  read_minutes: 4,
  created_at: '2026-11-12T07:00:00Z',
  updated_at: '2026-11-12T07:00:00Z',
  first_name: 'Анна',
  last_name: 'Орлова',
  avatar_url: null,
  author: { first_name: 'Анна', last_name: 'Орлова', avatar_url: null },
})
const all = Array.from({ length: 14 }, (_, n) => makePost(n + 1))
let listQueries: URLSearchParams[] = []

beforeEach(() => {
  listQueries = []
  network.use(
    http.get('*/api/blog/posts', ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.get('featured')) {
        return HttpResponse.json({ posts: [makePost(3)], hasMore: false, total: 1 })
      }
      listQueries.push(query)
      const found = query.get('search') === 'ничего' ? [] : all
      const offset = Number(query.get('offset'))
      const posts = found.slice(offset, offset + Number(query.get('limit')))
      const hasMore = offset + posts.length < found.length
      return HttpResponse.json({ posts, hasMore, total: found.length })
    }),
    http.get('*/api/blog/categories', () =>
      HttpResponse.json({ categories: [{ slug: 'reviews', name: 'Обзоры', count: 9 }], total: 14 }),
    ),
    http.get('*/api/blog/tags', () =>
      HttpResponse.json({ tags: [{ slug: 'customs', name: 'Растаможка', count: 4 }] }),
    ),
    http.get('*/api/blog/posts/:slug', ({ params }) => {
      const post = all.find(({ slug }) => slug === params.slug)
      if (!post) return HttpResponse.json({ message: 'Нет', code: 'not_found' }, { status: 404 })
      const more = { content: '', content_html: '<p>Текст</p>', comment_count: 0, related: [] }
      return HttpResponse.json({ ...post, ...more })
    }),
    http.get('*/api/comments/:post', () =>
      HttpResponse.json({ success: true, data: [], total: 0, hasMore: false }),
    ),
  )
})

const blogRoute = { path: '/blog/:slug?' }

describe('the list of articles', () => {
  it('shows six articles, the recommended one among them, and six more on request', async () => {
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog' })
    expect(await screen.findByText('Рекомендуем')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(5)
    expect(screen.getAllByText('Статья 3')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Загрузить ещё' }))
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(11))
    await userEvent.click(screen.getByRole('button', { name: 'Загрузить ещё' }))
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(13))
    expect(screen.queryByRole('button', { name: 'Загрузить ещё' })).toBeNull()
    const pagesRead = listQueries.map((query) => [query.get('limit'), query.get('offset')].join())
    expect(pagesRead).toEqual(['6,0', '6,6', '6,12'])
  })

  it('accepts a category as a string, a list or a JSON list', async () => {
    const categories: unknown[] = ['tips', ['news', 'tips'], '["guides"]']
    const posts = categories.map((category, n) => ({ ...makePost(n + 1), category }))
    network.use(
      http.get('*/api/blog/posts', () => HttpResponse.json({ posts, hasMore: false, total: 3 })),
    )
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog?tag=import' })
    for (const name of ['Советы', 'Новости', 'Гиды'])
      expect(await screen.findByText(name, { selector: '.blog-by span' })).toBeTruthy()
  })

  it('reads its filters from the URL and sends them to the server', async () => {
    renderRoute(({ slug }) => <BlogPage slug={slug} />, {
      ...blogRoute,
      at: '/blog?category=reviews&tag=customs&search=сбор',
    })
    await waitFor(() => expect(listQueries).toHaveLength(1))
    expect(Object.fromEntries(listQueries[0] ?? [])).toMatchObject({
      category: 'reviews',
      tag: 'customs',
      search: 'сбор',
    })
    const chosen = await screen.findByRole('button', { name: 'Обзоры' })
    expect(chosen.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('searchbox', { name: 'Поиск статей' })).toHaveProperty('value', 'сбор')
    expect(screen.queryByText('Рекомендуем')).toBeNull()
  })

  it('searches once typing pauses, and explains an empty result', async () => {
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog' })
    typeWithoutPause(screen.getByRole('searchbox', { name: 'Поиск статей' }), 'ничего')
    expect(await screen.findByText('Ничего не нашлось')).toBeTruthy()
    expect(listQueries.filter((query) => query.get('search'))).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Показать все статьи' }))
    expect((await screen.findAllByRole('heading', { level: 3 })).length).toBeGreaterThanOrEqual(5)
  })

  it('offers a retry if it fails to load', async () => {
    network.use(
      http.get('*/api/blog/posts', () =>
        HttpResponse.json({ message: 'Сервис недоступен', code: 'unavailable' }, { status: 503 }),
      ),
    )
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog' })
    expect((await screen.findByRole('alert')).textContent).toContain('Не удалось загрузить статьи')
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy()
  })

  it('opens an article at its own URL over the list, and closing returns to the list', async () => {
    showEverything()
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog' })
    await userEvent.click(await screen.findByRole('link', { name: 'Статья 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Статья 2' })
    expect(within(dialog).getByText('Текст')).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: 'Импорт' })).toBeTruthy()
    expect(await within(dialog).findByText(/Будьте первым/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('an opened article', () => {
  it('does not show the draft comment of the article before it', async () => {
    showEverything()
    network.use(
      http.get('*/api/blog/posts/:slug', ({ params }) => {
        const [post, other] =
          params.slug === 'post-1' ? [makePost(1), makePost(2)] : [makePost(2), makePost(1)]
        const more = { content: '', content_html: '', comment_count: 0, related: [other] }
        return HttpResponse.json({ ...post, ...more })
      }),
    )
    const store = makeSignedInStore(anna)
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog/post-1', store })
    const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
    const follow = async (from: string, to: string) =>
      userEvent.click((await dialog(from)).getByRole('link', { name: to }))
    await follow('Статья 1', 'Статья 2')
    await follow('Статья 2', 'Статья 1')
    const first = await dialog('Статья 1')
    await userEvent.type(await first.findByLabelText('Ваш комментарий'), 'О первой')
    await follow('Статья 1', 'Статья 2')
    const second = await dialog('Статья 2')
    const field = await second.findByLabelText<HTMLTextAreaElement>('Ваш комментарий')
    expect(field.value).toBe('')
  })

  it('that does not exist is reported as missing', async () => {
    renderRoute(({ slug }) => <BlogPage slug={slug} />, { ...blogRoute, at: '/blog/nowhere' })
    expect(await screen.findByRole('dialog', { name: 'Статья не найдена' })).toBeTruthy()
  })
})

const anna = { id: 'anna', first_name: 'Анна', account_status: 'active' } as User
const makeComment = (more: Partial<CommentRead>): CommentRead => ({
  id: 'one',
  post_id: 'post-1',
  user_id: 'other',
  content: 'Спасибо за таблицу',
  status: 'approved',
  rejection_reason: null,
  created_at: '2026-11-15T18:30:00Z',
  first_name: 'Юлия',
  last_name: 'Панова',
  avatar_url: null,
  ...more,
})

describe('comments', () => {
  const createListHandler = (...data: CommentRead[]) =>
    http.get('*/api/comments/:post', () =>
      HttpResponse.json({ success: true, data, total: data.length, hasMore: false }),
    )

  it('a visitor is asked to sign in', async () => {
    const { store } = renderRoute(<Comments postId="post-1" />)
    expect(screen.getByText(/Войдите, чтобы оставить/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Войти' }))
    expect(store.getState().signIn.isOpen).toBe(true)
  })

  it('an empty comment is refused, and a sent one is trimmed and marked as pending', async () => {
    const sent: unknown[] = []
    network.use(
      http.post('*/api/comments', async ({ request }) => {
        sent.push(await request.json())
        network.use(
          createListHandler(makeComment({ id: 'mine', user_id: 'anna', status: 'pending' })),
        )
        return HttpResponse.json({ success: true, data: makeComment({}) }, { status: 201 })
      }),
    )
    renderRoute(<Comments postId="post-3" />, { store: makeSignedInStore(anna) })
    const send = screen.getByRole('button', { name: 'Отправить комментарий' })
    await userEvent.click(send)
    expect(screen.getByText('Напишите комментарий')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Ваш комментарий'), '  Спасибо ')
    expect(screen.getByText('10/1000')).toBeTruthy()
    expect(hasUnsentInput()).toBe(true)
    await userEvent.click(send)
    expect(await screen.findByText('На модерации')).toBeTruthy()
    expect(sent).toEqual([{ post_id: 'post-3', content: 'Спасибо' }])
    expect(screen.getByLabelText('Ваш комментарий')).toHaveProperty('value', '')
    expect(hasUnsentInput()).toBe(false)
  })

  it('a typed comment survives the end of the session, for its author only', async () => {
    network.use(http.get('*/api/settings', () => HttpResponse.json({ success: true })))
    const { store } = renderRoute(<Comments postId="post-ended" />, {
      store: makeSignedInStore(anna),
    })
    const field = () => screen.findByLabelText<HTMLTextAreaElement>('Ваш комментарий')
    await userEvent.type(await field(), 'Не потеряйте')
    // The session storage keeps the comment through a crash of the tab.
    expect(sessionStorage.getItem('comment_draft anna post-ended')).toContain('Не потеряйте')
    act(() => void store.dispatch(sessionEnded('expired')))
    expect(await screen.findByText(/Войдите, чтобы оставить/)).toBeTruthy()
    act(() => void store.dispatch(customerSignedIn({ user: anna })))
    expect((await field()).value).toBe('Не потеряйте')
    act(() => void store.dispatch(sessionEnded()))
    act(() => void store.dispatch(customerSignedIn({ user: { ...anna, id: 'vera' } })))
    expect((await field()).value).toBe('')
  })

  it('a rejected comment shows its reason to its author and is deleted after a confirmation', async () => {
    const removed: unknown[] = []
    network.use(
      createListHandler(
        makeComment({
          id: 'mine',
          user_id: 'anna',
          status: 'rejected',
          rejection_reason: 'реклама',
        }),
        makeComment({}),
      ),
      http.delete('*/api/comments/:id', ({ params }) => {
        removed.push(params.id)
        network.use(createListHandler(makeComment({})))
        return HttpResponse.json({ success: true })
      }),
    )
    renderRoute(<Comments postId="post-1" />, { store: makeSignedInStore(anna) })
    expect(await screen.findByText('Отклонён')).toBeTruthy()
    expect(screen.getByText(/Причина: реклама/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Удалить комментарий' }))
    const ask = await screen.findByRole('alertdialog')
    expect(ask.textContent).toContain('Удалить комментарий?')
    expect(removed).toEqual([])
    await userEvent.click(within(ask).getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(screen.queryByText('Отклонён')).toBeNull())
    expect(removed).toEqual(['mine'])
  })

  it('a deleted comment can be restored', async () => {
    const own = makeComment({ id: 'mine', user_id: 'anna' })
    network.use(
      createListHandler(own),
      http.delete('*/api/comments/mine', () => {
        network.use(createListHandler())
        return HttpResponse.json({ success: true })
      }),
      http.post('*/api/comments/mine/restore', () => {
        network.use(createListHandler(own))
        return HttpResponse.json({ success: true, data: own })
      }),
    )
    renderRoute(<Comments postId="post-1" />, { store: makeSignedInStore(anna) })
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить комментарий' }))
    const ask = await screen.findByRole('alertdialog')
    await userEvent.click(within(ask).getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(screen.queryByText('Спасибо за таблицу')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }))
    expect(await screen.findByText('Спасибо за таблицу')).toBeTruthy()
    expect(screen.queryByText(/Комментарий удалён/)).toBeNull()
  })

  it('a failed list of comments has its own error text', async () => {
    network.use(http.get('*/api/comments/:post', () => HttpResponse.error()))
    renderRoute(<Comments postId="post-1" />)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Не удалось загрузить комментарии')
  })
})

describe('the newsletter', () => {
  it('accepts only a valid email, sends it once and says what to do next', async () => {
    let requests = 0
    network.use(
      http.post('*/api/newsletter', () => {
        requests += 1
        return HttpResponse.json({ success: true, message: 'Проверьте почту: письмо отправлено' })
      }),
    )
    renderRoute(<Newsletter />)
    const email = screen.getByLabelText('Email для рассылки')
    await userEvent.type(email, 'anna')
    await userEvent.click(screen.getByRole('button', { name: 'Подписаться' }))
    expect(screen.getByText(/name@example.com$/)).toBeTruthy()
    await userEvent.type(email, '@example.com')
    expect(hasUnsentInput()).toBe(true)
    const form = screen.getByRole('form')
    // Two clicks before the next render.
    act(() => {
      fireEvent.submit(form)
      fireEvent.submit(form)
    })
    expect(await screen.findByText(/письмо отправлено/)).toBeTruthy()
    expect(requests).toBe(1)
    expect(hasUnsentInput()).toBe(false)
  })
})

describe('videos', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube'],
    ['https://vimeo.com/123456789', 'vimeo'],
    ['https://rutube.ru/video/0123456789abcdef/', 'rutube'],
    ['https://vkvideo.ru/video-22822305_456239018', 'vk'],
    ['/media/inspection.mp4', 'file'],
  ])('have the right player for %s', (url, kind) => expect(parseVideo(url)?.kind).toBe(kind))
  it('play muted, in a loop and without controls', () => {
    const video = parseVideo('https://youtu.be/dQw4w9WgXcQ')
    const src = video && video.kind !== 'file' ? video.src({ muted: true }) : ''
    for (const part of ['autoplay=1', 'mute=1', 'loop=1', 'controls=0']) expect(src).toContain(part)
    expect(createCommand('youtube', 'pause')).toContain('pauseVideo')
  })
  it.each(['javascript:alert(1)', 'https://example.com/page', 'not a URL'])(
    'have no player for %s',
    (url) => expect(parseVideo(url)).toBeNull(),
  )
})
