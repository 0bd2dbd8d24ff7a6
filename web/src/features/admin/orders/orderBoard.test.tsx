import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { createGate } from '../../../../tests/gate.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { api } from '../../../api/api.ts'
import type { CardRead } from '../../../api/wire/content.ts'
import { OrderBoard } from './OrderBoard.tsx'

const makeCard = (number: string, more: Partial<CardRead> = {}): CardRead => ({
  id: number,
  number,
  title: 'BMW 318d, 2022',
  version: 3,
  user_id: 'u1',
  user_name: 'Анна Ветрова',
  assignee_id: null,
  assignee_name: null,
  next_step: 'search',
  step_since: '2026-11-20T07:00:00Z',
  days_in_step: 4,
  planned_to: '2026-11-23',
  days_late: 1,
  unread: 2,
  ...more,
})

let columns: Record<string, CardRead[]>
/** Answers wait for this gate. They have the state of the board at the time of the request. */
let columnGate: Promise<unknown>
/** Answers of the first column wait for this gate too. */
let firstColumnGate: Promise<unknown>
let advanceGate: Promise<unknown>
/** The status of the answer to a move. At 409 another manager has moved the card already. */
let refusal: 409 | 503 | null
const sent: unknown[] = []

beforeEach(() => {
  columns = { consultation: [makeCard('MA-1'), makeCard('MA-2')] }
  columnGate = Promise.resolve()
  firstColumnGate = Promise.resolve()
  advanceGate = Promise.resolve()
  refusal = null
  sent.length = 0
  network.use(
    http.get('*/api/content/admin/board/:column', async ({ params }) => {
      const items = columns[String(params.column)] ?? []
      await columnGate
      if (params.column === 'consultation') await firstColumnGate
      return HttpResponse.json({ success: true, items, total: items.length, late: 0 })
    }),
    http.get('*/api/auth/admin/users', () =>
      HttpResponse.json({ success: true, users: [], total: 0 }),
    ),
    http.post('*/api/content/admin/orders/:id/advance/preview', () =>
      HttpResponse.json({ type: 'content.order.advanced', event: null }),
    ),
    http.post('*/api/content/admin/orders/:id/advance', async ({ request, params }) => {
      sent.push({ id: params.id, ...((await request.json()) as object) })
      await advanceGate
      if (refusal === 503)
        return HttpResponse.json({ code: 'unavailable', message: 'Позже' }, { status: refusal })
      const [moved, ...rest] = columns.consultation ?? []
      columns = { consultation: rest, search: moved ? [{ ...moved, next_step: 'check' }] : [] }
      if (refusal === 409)
        return HttpResponse.json(
          { code: 'stale_version', message: 'Устарело' },
          { status: refusal },
        )
      return HttpResponse.json({ success: true, item: { id: params.id } })
    }),
  )
})

const findColumn = (name: RegExp) => screen.findByRole('region', { name })

/** Moves MA-1 to «Поиск» by its menu, and confirms the question. */
async function moveFirstCard() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Действия с заказом MA-1' }))
  await user.click(await screen.findByRole('button', { name: 'Перевести на этап «Поиск»' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Перевести и сообщить' }))
}

it('a card shows what a manager must know about an order', async () => {
  renderRoute(<OrderBoard />)
  const first = await within(await findColumn(/^Консультация/)).findByText('MA-1')
  const text = first.closest('li')?.textContent
  for (const shown of ['BMW 318d, 2022', 'Анна Ветрова', 'Никто не ведёт', 'На этапе 4', 'план до'])
    expect(text).toContain(shown)
  expect(text).toMatch(/позже плана на 1.день/)
  expect(text).toMatch(/2.новых сообщения/)
})

it('the keyboard moves a card after a confirmation', async () => {
  const user = userEvent.setup()
  renderRoute(<OrderBoard />)
  const link = await screen.findByRole('link', { name: 'MA-1' })
  link.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('MA-2')
  await user.keyboard('{ArrowUp} {ArrowRight}')
  const question = await screen.findByRole('alertdialog', {
    name: /^Перевести MA-1 на этап «Поиск»/,
  })
  await user.type(within(question).getByLabelText('Сообщение покупателю'), 'Начинаем')
  await user.click(within(question).getByRole('button', { name: 'Перевести и сообщить' }))
  await screen.findByText('Заказ MA-1 переведён на этап «Поиск».')
  expect(sent).toEqual([{ id: 'MA-1', note: 'Начинаем', version: 3 }])
  await within(await findColumn(/^Поиск, заказов: 1/)).findByText('MA-1')
})

it('only the column of the next step accepts a dragged card', async () => {
  renderRoute(<OrderBoard />)
  const first = (await screen.findByText('MA-1')).closest('li') as HTMLElement
  const dataTransfer = { setData: () => {} }
  const drag = (to: HTMLElement) => {
    fireEvent.dragStart(first, { dataTransfer })
    const isRefused = fireEvent.dragOver(to, { dataTransfer })
    if (!isRefused) fireEvent.drop(to, { dataTransfer })
    fireEvent.dragEnd(first, { dataTransfer })
  }
  drag(await findColumn(/^Проверка/))
  drag(await findColumn(/^Консультация/))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  drag(await findColumn(/^Поиск/))
  expect(await screen.findByRole('alertdialog', { name: /на этап «Поиск»/ })).toBeTruthy()
})

it('the menu of a card stays open while the board is refetched', async () => {
  const user = userEvent.setup()
  const { store } = renderRoute(<OrderBoard />)
  await user.click(await screen.findByRole('button', { name: 'Действия с заказом MA-1' }))
  const move = await screen.findByRole('button', { name: 'Перевести на этап «Поиск»' })
  await waitFor(() => expect(document.activeElement).toBe(move))
  columns = { consultation: [makeCard('MA-0'), makeCard('MA-2'), makeCard('MA-1', { unread: 5 })] }
  act(() => {
    store.dispatch(api.util.invalidateTags(['Order']))
  })
  const first = (await screen.findByText('MA-0')).closest('ol') as HTMLElement
  expect(within(first).getAllByRole('listitem')[2]?.textContent).toMatch(/5.новых сообщений/)
  expect(document.activeElement).toBe(move)
  await user.click(move)
  expect(await screen.findByRole('alertdialog', { name: /^Перевести MA-1/ })).toBeTruthy()
})

it('the menu of a card asks before it moves the card, and Escape releases a lifted card', async () => {
  const user = userEvent.setup()
  renderRoute(<OrderBoard />)
  const link = await screen.findByRole('link', { name: 'MA-1' })
  link.focus()
  await user.keyboard(' {Escape}')
  expect(await screen.findByText('Заказ MA-1 остался на своём этапе.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Действия с заказом MA-1' }))
  await user.click(await screen.findByRole('button', { name: 'Перевести на этап «Поиск»' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
})

it('a lifted card says why it does not go back, and that another card released it', async () => {
  const user = userEvent.setup()
  renderRoute(<OrderBoard />)
  const link = await screen.findByRole('link', { name: 'MA-1' })
  link.focus()
  await user.keyboard(' {ArrowLeft}')
  expect(await screen.findByText(/^Заказ MA-1 взят. На прошлый этап/)).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByText('Заказ MA-1 остался на своём этапе.')).toBeTruthy()
})

it('a card that the keyboard moved has the focus in its new column, and the move is announced', async () => {
  const user = userEvent.setup()
  renderRoute(<OrderBoard />)
  const link = await screen.findByRole('link', { name: 'MA-1' })
  link.focus()
  await user.keyboard(' {ArrowRight}')
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Перевести и сообщить' }))
  const outcome = await screen.findByText('Заказ MA-1 переведён на этап «Поиск».')
  expect(outcome.closest('[role=status]')).toBeTruthy()
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('MA-1')
    expect(document.activeElement?.closest('[data-column]')?.getAttribute('data-column')).toBe(
      'search',
    )
  })
})

it('the board shows the newer state if another manager was first', async () => {
  refusal = 409
  renderRoute(<OrderBoard />)
  await moveFirstCard()
  await screen.findByText(/^Заказ MA-1 уже изменил другой сотрудник/)
  await within(await findColumn(/^Поиск, заказов: 1/)).findByText('MA-1')
})

/** The order numbers in a column, by its label: an open question hides columns from queries by role. */
const numbersIn = (label: string) =>
  [...document.querySelectorAll(`section[aria-label="${label}"] [data-card]`)].map(
    ({ textContent }) => textContent,
  )

it('a moved card is in its next column before the server responds', async () => {
  const { promise, resolve } = createGate()
  advanceGate = promise
  renderRoute(<OrderBoard />)
  await moveFirstCard()
  expect(numbersIn('Поиск, заказов: 1')).toEqual(['MA-1'])
  expect(numbersIn('Консультация, заказов: 1')).toEqual(['MA-2'])
  const moved = document.querySelector('section[aria-label^="Поиск"] li')
  expect(moved?.getAttribute('draggable')).toBe('false')
  expect(moved?.textContent).toContain('На этапе первый день')
  resolve()
  await screen.findByText('Заказ MA-1 переведён на этап «Поиск».')
  const searched = await findColumn(/^Поиск, заказов: 1/)
  await waitFor(() =>
    expect(within(searched).getByRole('listitem').getAttribute('draggable')).toBe('true'),
  )
})

it('a card returns to its column if the server refuses the move', async () => {
  const { promise, resolve } = createGate()
  advanceGate = promise
  refusal = 503
  renderRoute(<OrderBoard />)
  await moveFirstCard()
  expect(numbersIn('Поиск, заказов: 1')).toEqual(['MA-1'])
  resolve()
  await within(screen.getByRole('alertdialog')).findByRole('alert')
  expect(numbersIn('Консультация, заказов: 2')).toEqual(['MA-1', 'MA-2'])
  expect(numbersIn('Поиск, заказов: 0')).toEqual([])
})

it('a moved card never returns to its old column, even if older responses arrive late', async () => {
  const { store } = renderRoute(<OrderBoard />)
  await screen.findByText('MA-1')
  const old = createGate()
  columnGate = old.promise
  act(() => {
    store.dispatch(api.util.invalidateTags(['Order']))
  })
  await moveFirstCard()
  await screen.findByText('Заказ MA-1 переведён на этап «Поиск».')
  const fresh = createGate()
  columnGate = fresh.promise
  const board = screen.getByRole('region', { name: 'Доска заказов' })
  const state = () => `${numbersIn('Консультация, заказов: 1')} | ${numbersIn('Поиск, заказов: 1')}`
  const seen = [state()]
  const observer = new MutationObserver(() => seen.push(state()))
  observer.observe(board, { subtree: true, childList: true, attributes: true, characterData: true })
  old.resolve()
  fresh.resolve()
  const searched = await findColumn(/^Поиск, заказов: 1/)
  await waitFor(() =>
    expect(within(searched).getByRole('listitem').getAttribute('draggable')).toBe('true'),
  )
  observer.disconnect()
  expect(new Set(seen)).toEqual(new Set(['MA-2 | MA-1']))
})

it('an order that a colleague moved is in at most one column, whichever response arrives first', async () => {
  const { store } = renderRoute(<OrderBoard />)
  await screen.findByText('MA-1')
  const places = () =>
    [...document.querySelectorAll('[data-card="MA-1"]')].map((link) =>
      link.closest('section')?.getAttribute('aria-label'),
    )
  const seen = new Set([JSON.stringify(places())])
  const observer = new MutationObserver(() => seen.add(JSON.stringify(places())))
  const region = screen.getByRole('region', { name: 'Доска заказов' })
  observer.observe(region, { subtree: true, childList: true, attributes: true })
  const { promise, resolve } = createGate()
  firstColumnGate = promise
  columns = {
    consultation: [makeCard('MA-2', { unread: 5 })],
    search: [makeCard('MA-1', { version: 4 })],
  }
  act(() => {
    store.dispatch(api.util.invalidateTags(['Order']))
  })
  await within(await findColumn(/^Поиск, заказов: 1/)).findByText('MA-1')
  expect(numbersIn('Консультация, заказов: 1')).toEqual(['MA-2'])
  resolve()
  // The newer answer of the first column has arrived.
  await screen.findByText(/^5.новых/)
  observer.disconnect()
  expect(seen).toEqual(new Set(['["Консультация, заказов: 2"]', '["Поиск, заказов: 1"]']))
})
