import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { createGate } from '../../../../tests/gate.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { ModerationQueue } from './ModerationQueue.tsx'

const user = userEvent.setup()

const comment = {
  id: 'c1',
  post_slug: 'put',
  post_title: 'Путь',
  content: 'Спасибо, полезно',
  first_name: 'Ольга',
  last_name: 'Крылова',
  created_at: '2026-11-20T10:00:00Z',
  status: 'pending',
  author_approved: 2,
  author_rejected: 0,
  author_blocked: false,
  rejection_reason: null,
  version: 1,
}

/** Serves two pending comments with one ready reason. Returns the decisions that are sent. */
function serveTwoComments(): unknown[] {
  const decided: unknown[] = []
  network.use(
    http.get('*/api/content/admin/comments', () =>
      HttpResponse.json({
        items: [comment, { ...comment, id: 'c2', first_name: 'Виктор' }],
        total: 2,
        ready_reasons: ['Реклама'],
      }),
    ),
    http.post('*/api/content/admin/comments/bulk', async ({ request }) => {
      const body = (await request.json()) as { ids: string[] }
      decided.push(body)
      return HttpResponse.json({ success: true, changed: body.ids.length })
    }),
  )
  return decided
}

it('the CSV export has the comments of the list', async () => {
  network.use(
    http.get('*/api/content/admin/comments', () =>
      HttpResponse.json({ items: [comment], total: 1, ready_reasons: [] }),
    ),
  )
  const saved: Blob[] = []
  URL.createObjectURL = (file: Blob) => {
    saved.push(file)
    return 'blob:file'
  }
  URL.revokeObjectURL = () => {}
  renderRoute(<ModerationQueue />)
  await user.click(await screen.findByRole('button', { name: 'Выгрузить CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain('Ольга Крылова;Путь;Спасибо, полезно')
})

it('a tab of a status keeps the search and drops the page and the open comment', async () => {
  serveTwoComments()
  renderRoute(<ModerationQueue />, { at: '/?search=полезно&page=2&item=c2' })
  const tabs = await screen.findByRole('navigation', { name: 'Состояние комментариев' })
  const open = () => within(tabs).getByRole('link', { current: 'page' })
  await waitFor(() => expect(open().textContent).toBe('На модерации 2'))
  await user.click(within(tabs).getByRole('link', { name: 'Одобренные' }))
  await waitFor(() => expect(open().textContent).toBe('Одобренные 2'))
  const url = new URL(open().getAttribute('href') ?? '', 'https://example.com')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    search: 'полезно',
    status: 'approved',
  })
})

it('thousands of comments are counted in groups of three digits, as in the menu', async () => {
  network.use(
    http.get('*/api/content/admin/comments', () =>
      HttpResponse.json({ items: [comment], total: 9861, ready_reasons: [] }),
    ),
  )
  renderRoute(<ModerationQueue />)
  const tabs = await screen.findByRole('navigation', { name: 'Состояние комментариев' })
  await waitFor(() => expect(tabs.textContent).toMatch(/На модерации 9\s861/))
})

it('a typed reason stays with its comment', async () => {
  serveTwoComments()
  renderRoute(<ModerationQueue />)
  const field = () => screen.getByLabelText<HTMLInputElement>('Причина отклонения')
  await screen.findByRole('complementary', { name: 'Ольга Крылова' })
  await user.type(field(), 'Оскорбление')
  await user.click(screen.getByRole('button', { name: /Виктор Крылова/ }))
  await screen.findByRole('complementary', { name: 'Виктор Крылова' })
  expect(field().value).toBe('')
  await user.click(screen.getByRole('button', { name: /Ольга Крылова/ }))
  await screen.findByRole('complementary', { name: 'Ольга Крылова' })
  expect(field().value).toBe('Оскорбление')
})

it("Enter rejects a comment once, and a refused reason has the server's message beside it", async () => {
  const decided: unknown[] = []
  const { promise: typedTwice, resolve: answerNow } = createGate()
  network.use(
    http.get('*/api/content/admin/comments', () =>
      HttpResponse.json({ items: [comment], total: 1, ready_reasons: [] }),
    ),
    http.post('*/api/content/admin/comments/bulk', async ({ request }) => {
      decided.push(await request.json())
      await typedTwice
      const errors = [{ field: 'reason', message: 'Слишком коротко' }]
      return decided.length > 1
        ? HttpResponse.json({ success: true, changed: 1 })
        : HttpResponse.json({ code: 'validation_failed', message: 'Нет', errors }, { status: 422 })
    }),
  )
  renderRoute(<ModerationQueue />)
  const field = await screen.findByLabelText<HTMLInputElement>('Причина отклонения')
  await user.type(field, '{Enter}')
  expect(decided).toEqual([])
  await user.type(field, ' Да {Enter}{Enter}')
  answerNow()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Слишком коротко')).toBeTruthy()
  await user.type(field, ' нет')
  field.blur()
  await user.keyboard('r')
  expect(await screen.findByText('Комментарий отклонён.')).toBeTruthy()
  const body = { action: 'reject', ids: ['c1'], versions: { c1: 1 } }
  expect(decided).toEqual([
    { ...body, reason: 'Да' },
    { ...body, reason: 'Да  нет' },
  ])
})

it('the selected comments are rejected with one reason', async () => {
  const decided = serveTwoComments()
  renderRoute(<ModerationQueue />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Отклонить 2' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Отклонить выбранное (2)?' }))
  // Also before the focus is in the dialog.
  fireEvent.keyDown(document.body, { code: 'KeyA' })
  await user.keyboard('a')
  expect(decided).toEqual([])
  await user.click(question.getByRole('button', { name: 'Реклама' }))
  await user.click(question.getByRole('button', { name: 'Отклонить' }))
  expect(await screen.findByText('Отклонено: 2.')).toBeTruthy()
  const versions = { c1: 1, c2: 1 }
  expect(decided).toEqual([{ action: 'reject', ids: ['c1', 'c2'], reason: 'Реклама', versions }])
})

it('A approves a comment, and R rejects it only with a reason', async () => {
  const decided = serveTwoComments()
  renderRoute(<ModerationQueue />)
  await screen.findByRole('complementary', { name: 'Ольга Крылова' })
  await user.keyboard('a')
  await waitFor(() =>
    expect(decided).toEqual([{ action: 'approve', ids: ['c1'], versions: { c1: 1 } }]),
  )
  await user.keyboard('j')
  await screen.findByRole('complementary', { name: 'Виктор Крылова' })
  await user.keyboard('r')
  expect(document.activeElement).toBe(screen.getByLabelText('Причина отклонения'))
  expect(decided).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Реклама' }))
  await user.click(screen.getByRole('button', { name: 'Отклонить' }))
  await waitFor(() =>
    expect(decided[1]).toEqual({
      action: 'reject',
      ids: ['c2'],
      reason: 'Реклама',
      versions: { c2: 1 },
    }),
  )
})

it('characters typed into the search are not shortcuts, and the header requests the other sort', async () => {
  const requests: string[] = []
  network.use(
    http.get('*/api/content/admin/comments', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json({ items: [comment], total: 1, ready_reasons: [] })
    }),
  )
  renderRoute(<ModerationQueue />)
  await user.type(await screen.findByRole('searchbox', { name: 'Поиск' }), 'far')
  await waitFor(() => expect(requests.at(-1)).toContain('search=far'))
  await user.click(await screen.findByRole('button', { name: /^Написан/ }))
  await waitFor(() => expect(requests.at(-1)).toContain('sort=-created_at'))
  expect(requests.at(-1)).toContain('status=pending')
})

it('a second press of A approves the next comment before the list is refetched', async () => {
  const decided = serveTwoComments()
  const { promise: answered, resolve: answer } = createGate()
  renderRoute(<ModerationQueue />)
  await screen.findByRole('complementary', { name: 'Ольга Крылова' })
  network.use(
    http.get('*/api/content/admin/comments', async () => {
      await answered
      return HttpResponse.json({ items: [], total: 0, ready_reasons: [] })
    }),
  )
  await user.keyboard('a')
  await screen.findByRole('complementary', { name: 'Виктор Крылова' })
  await waitFor(() => expect(decided).toHaveLength(1))
  await user.keyboard('a')
  await waitFor(() => expect(decided).toHaveLength(2))
  expect(decided).toMatchObject([{ ids: ['c1'] }, { ids: ['c2'] }])
  answer()
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

it('an approved comment that its author has edited meanwhile is in the queue again', async () => {
  let items = [comment]
  network.use(
    http.get('*/api/content/admin/comments', () =>
      HttpResponse.json({ items, total: items.length, ready_reasons: [] }),
    ),
    http.post('*/api/content/admin/comments/bulk', () => {
      items = [{ ...comment, content: 'Спасибо, очень полезно', version: 3 }]
      return HttpResponse.json({ success: true, changed: 1 })
    }),
  )
  renderRoute(<ModerationQueue />)
  await screen.findByRole('complementary', { name: 'Ольга Крылова' })
  await user.keyboard('a')
  expect(await screen.findAllByText('Спасибо, очень полезно')).not.toHaveLength(0)
})

it('a refused undo names the comment that somebody else has changed', async () => {
  serveTwoComments()
  renderRoute(<ModerationQueue />)
  await user.click(await screen.findByLabelText('Выбрать все'))
  await user.click(screen.getByRole('button', { name: 'Одобрить 2' }))
  await screen.findByText('Одобрено: 2.')
  const message = 'Запись изменил кто-то другой: обновите её и повторите'
  network.use(
    http.post('*/api/content/admin/comments/bulk', () =>
      HttpResponse.json({ code: 'stale_version', message, changed: ['c2'] }, { status: 409 }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Отменить решение' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`${message}. Изменено: Виктор Крылова.`)
})
