import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type InboxItem, ReplyDeadline } from './inboxHandling.tsx'

const item = {
  status: 'new',
  due_at: '2020-01-01T09:15:00Z',
  overdue_at: null,
  answered_at: null,
}

it.each([
  ['new and overdue', {}, /Просрочено/],
  ['new and in time', { due_at: '2990-01-01T09:15:00Z' }, /^(?!.*Просрочено)/],
  ['taken in time', { status: 'in_progress' }, /^(?!.*Просрочено)/],
  ['taken too late', { status: 'in_progress', overdue_at: '2020-01-01T09:15:00Z' }, /Просрочено/],
  ['answered', { status: 'answered', answered_at: '2020-01-01T09:10:00Z' }, /Ответ отправлен/],
])('the reply deadline of an item that is %s', (_, patch, text) => {
  const { container } = render(<ReplyDeadline item={{ ...item, ...patch } as InboxItem} />)
  expect(container.textContent).toMatch(text)
})
