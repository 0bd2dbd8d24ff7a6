import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
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

it('exports the comments of the list', async () => {
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

it('keeps a typed reason with its own comment', async () => {
  network.use(
    http.get('*/api/content/admin/comments', () =>
      HttpResponse.json({
        items: [comment, { ...comment, id: 'c2', first_name: 'Виктор' }],
        total: 2,
        ready_reasons: [],
      }),
    ),
  )
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
