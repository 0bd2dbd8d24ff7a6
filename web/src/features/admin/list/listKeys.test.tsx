import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminFrame } from '../AdminFrame.tsx'
import { ordersSection } from '../orders/ordersSection.tsx'
import { teamSection } from '../people/teamSection.tsx'
import { AdminList } from './AdminList.tsx'

const user = userEvent.setup()

const members = ['Анна', 'Вера', 'Глеб'].map((name, index) => ({
  id: `m${index}`,
  name,
  position: 'Логист',
  status: 'published',
  handle: `m${index}`,
  email: null,
  phone: null,
  work: null,
  avatar: null,
  sort_order: index,
  user_id: null,
  version: 1,
}))

beforeEach(() => {
  localStorage.clear()
  network.use(
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
    http.get('*/api/content/admin/team', () => HttpResponse.json({ items: members, total: 3 })),
    http.get('*/api/content/admin/team/:id', ({ params }) =>
      HttpResponse.json({ item: members.find(({ id }) => id === params.id) }),
    ),
  )
})

const row = (name: RegExp) => screen.getByRole('row', { name })
const isFocused = (element: Element) => document.activeElement === element

async function showTeam() {
  renderRoute(<AdminList section={teamSection} />)
  await screen.findByRole('row', { name: /Анна/ })
}

it('J and K move the focus from row to row, and one row is in the tab order', async () => {
  await showTeam()
  await user.keyboard('j')
  expect(isFocused(row(/Анна/))).toBe(true)
  await user.keyboard('j{ArrowDown}')
  expect(isFocused(row(/Глеб/))).toBe(true)
  // The list ends here.
  await user.keyboard('j')
  expect(isFocused(row(/Глеб/))).toBe(true)
  await user.keyboard('k')
  expect(isFocused(row(/Вера/))).toBe(true)
  expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
})

it('the keys work with the Russian layout', async () => {
  await showTeam()
  fireEvent.keyDown(document.body, { key: 'о', code: 'KeyJ' })
  expect(isFocused(row(/Анна/))).toBe(true)
})

it('the arrows scroll the page until a row has the focus', async () => {
  await showTeam()
  expect(fireEvent.keyDown(document.body, { key: 'ArrowDown', code: 'ArrowDown' })).toBe(true)
  expect(isFocused(document.body)).toBe(true)
})

it('Enter opens a row, and closing the record returns the focus to it', async () => {
  await showTeam()
  await user.keyboard('jj{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Закрыть запись' }))
  await waitFor(() => expect(isFocused(row(/Вера/))).toBe(true))
})

it('closing a record that replaced the list returns the focus to its row', async () => {
  const orders = ['MA-1', 'MA-2'].map((number, index) => ({
    id: `o${index}`,
    number,
    title: 'Audi A6',
    user_name: 'Анна',
    status: 'done',
    price_rub: 1,
    steps: [],
    version: 1,
  }))
  network.use(
    http.get('*/api/content/admin/orders', () => HttpResponse.json({ items: orders, total: 2 })),
    http.get('*/api/content/admin/orders/:id', () => HttpResponse.json({}, { status: 503 })),
  )
  renderRoute(<AdminList section={ordersSection} />)
  await screen.findByRole('row', { name: /MA-2/ })
  await user.keyboard('jj{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Закрыть запись' }))
  await waitFor(() => expect(isFocused(row(/MA-2/))).toBe(true))
})

it('X and Space select a row and announce it, and a button of the row keeps its own keys', async () => {
  await showTeam()
  await user.keyboard('jx')
  expect(screen.getByRole('group', { name: 'Выбрано: 1' })).toBeTruthy()
  expect(screen.getByText('Выбрано: Анна')).toBeTruthy()
  await user.keyboard('j ')
  expect(screen.getByRole('group', { name: 'Выбрано: 2' })).toBeTruthy()
  await user.keyboard(' ')
  expect(screen.getByText('Выбор снят: Вера')).toBeTruthy()
  within(row(/Глеб/)).getByRole('button').focus()
  await user.keyboard(' ')
  expect(await screen.findByRole('complementary')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Выбрано: 1' })).toBeTruthy()
})

it('the keys do nothing while a field or a dialog has the focus', async () => {
  await showTeam()
  const search = screen.getByRole('searchbox')
  search.focus()
  // Typing would change the list a moment later, and clear the selection below.
  fireEvent.keyDown(search, { key: 'j', code: 'KeyJ' })
  expect(document.querySelector('tr:focus')).toBeNull()
  search.blur()
  await user.keyboard('jx')
  await user.click(screen.getByRole('button', { name: 'Удалить 1' }))
  await screen.findByRole('alertdialog')
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' })
  expect(document.querySelector('tr:focus')).toBeNull()
})

it('/ focuses the search, ? shows all keys, and the letters can be turned off', async () => {
  network.use(
    http.get('*/api/content/admin/:list', ({ params }) =>
      HttpResponse.json(
        params.list === 'team' ? { items: members, total: 3 } : { items: [], total: 0 },
      ),
    ),
  )
  renderRoute(
    <AdminFrame>
      <AdminList section={teamSection} />
    </AdminFrame>,
  )
  await screen.findByRole('row', { name: /Анна/ })
  await user.keyboard('/')
  expect(isFocused(screen.getByRole('searchbox'))).toBe(true)
  screen.getByRole('searchbox').blur()
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Клавиши панели' })
  expect(within(help).getByRole('region', { name: 'Списки' }).textContent).toContain(
    'открыть строку',
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Клавиши панели'))
  await user.click(within(help).getByRole('switch'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('j')
  expect(document.querySelector('tr:focus')).toBeNull()
  // The palette still leads to the keys.
  await user.keyboard('{Control>}k{/Control}')
  // The dialog is there at once, so no letter that is typed next is a shortcut of the list.
  const field = screen.getByRole('combobox')
  await waitFor(() => expect(isFocused(field)).toBe(true))
  await user.keyboard('клавиши{Enter}')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Клавиши панели' })).getByRole('switch'),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(isFocused(document.body)).toBe(true))
  await user.keyboard('j')
  expect(isFocused(row(/Анна/))).toBe(true)
})
