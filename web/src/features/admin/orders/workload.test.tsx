import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { ManagerWorkload } from '../../../api/wire/content.ts'
import { Workload } from './Workload.tsx'

const none = {
  open_orders: 0,
  late_orders: 0,
  waiting_conversations: 0,
  late_contacts: 0,
  late_requests: 0,
}
const nobody: ManagerWorkload = { ...none, assignee_id: null, name: null, late_contacts: 2 }
const vera: ManagerWorkload = {
  assignee_id: 'v1',
  name: 'Вера Старостина',
  open_orders: 8,
  late_orders: 3,
  waiting_conversations: 4,
  late_contacts: 1,
  late_requests: 5,
}
const erased: ManagerWorkload = { ...none, assignee_id: 'e1', name: null, open_orders: 4 }

const url = '*/api/content/admin/workload'
const serveWorkload = (...items: ManagerWorkload[]) =>
  network.use(http.get(url, () => HttpResponse.json({ success: true, items })))
const getHref = (row: HTMLElement, name: RegExp) =>
  within(row).getByRole('link', { name }).getAttribute('href')

it('each figure links to the list or board that shows its records', async () => {
  serveWorkload(nobody, vera)
  renderRoute(<Workload />)
  const row = await screen.findByRole('row', { name: /^Вера Старостина/ })
  expect(getHref(row, /Заказы в работе: 8$/)).toBe('/admin/orders?view=board&assignee_id=v1')
  expect(getHref(row, /Позже плана: 3$/)).toBe('/admin/orders?view=board&late=true&assignee_id=v1')
  expect(getHref(row, /Ждут ответа в переписке: 4$/)).toBe(
    '/admin/conversations?waiting=true&assignee_id=v1',
  )
  expect(getHref(row, /^Вера Старостина, Обращения без ответа в срок: 1$/)).toBe(
    '/admin/contacts?overdue=true&assignee_id=v1',
  )
  expect(getHref(row, /Заявки без ответа в срок: 5$/)).toBe(
    '/admin/requests?overdue=true&assignee_id=v1',
  )
  const unassigned = screen.getByRole('row', { name: /^Никто не ведёт/ })
  expect(getHref(unassigned, /Обращения без ответа в срок: 2$/)).toBe(
    '/admin/contacts?overdue=true&assignee_id=none',
  )
})

it('the bars are relative to the employee with the most orders', async () => {
  serveWorkload(nobody, vera, erased)
  const { container } = renderRoute(<Workload />)
  await screen.findByRole('row', { name: /^Сотрудник удалён/ })
  const widths = [...container.querySelectorAll<HTMLElement>('.ad-load > div')].map(
    ({ style }) => style.width,
  )
  expect(widths).toEqual(['0%', '100%', '50%'])
})

it('a list that failed to load can be retried', async () => {
  serveWorkload(vera)
  network.use(http.get(url, () => new HttpResponse(null, { status: 500 }), { once: true }))
  renderRoute(<Workload />)
  const retry = await screen.findByRole('button', { name: /Повторить/ })
  retry.click()
  expect(await screen.findByRole('row', { name: /^Вера Старостина/ })).toBeTruthy()
})
