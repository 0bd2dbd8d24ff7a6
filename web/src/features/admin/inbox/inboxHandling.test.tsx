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
  ['of a new item is marked as missed once it has passed', {}, /Просрочено/],
  ['of a new item in time is not marked', { due_at: '2990-01-01T09:15:00Z' }, /^(?!.*Просрочено)/],
  [
    'is not marked if somebody took the item in time',
    { status: 'in_progress' },
    /^(?!.*Просрочено)/,
  ],
  [
    'stays marked if somebody took the item too late',
    { status: 'in_progress', overdue_at: '2020-01-01T09:15:00Z' },
    /Просрочено/,
  ],
  [
    'is replaced by a confirmation once the item is answered',
    { status: 'answered', answered_at: '2020-01-01T09:10:00Z' },
    /Ответ отправлен/,
  ],
])('the reply deadline %s', (_, patch, text) => {
  const { container } = render(<ReplyDeadline item={{ ...item, ...patch } as InboxItem} />)
  expect(container.textContent).toMatch(text)
})
