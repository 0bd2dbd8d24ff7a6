import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { FakeInbox, makeNotification } from '../../../tests/inbox.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { CentrePage } from './CentrePage.tsx'

const user = userEvent.setup()

function openCentre(inbox: FakeInbox, at = '/notifications') {
  network.use(...inbox.handlers())
  return { ...renderRoute(<CentrePage />, { path: '/notifications', at }), inbox }
}

const createInbox = (count: number) =>
  new FakeInbox(
    Array.from({ length: count }, (_, i) => makeNotification({ title: `Весть ${i + 1}` })),
  )
const findList = async () => within(await screen.findByRole('list', { name: 'Список уведомлений' }))
const findTitles = async () => (await findList()).getAllByRole('heading', { level: 3 })

describe('the centre', () => {
  it('shows pages of ten', async () => {
    openCentre(createInbox(23))
    expect(await screen.findByRole('heading', { level: 1, name: 'Центр уведомлений' })).toBeTruthy()
    expect(await findTitles()).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Далее' }))
    await waitFor(async () => expect((await findTitles())[0]?.textContent).toContain('Весть 11'))
    await user.click(screen.getByRole('button', { name: 'Назад' }))
    await waitFor(async () => expect((await findTitles())[0]?.textContent).toContain('Весть 1'))
  })

  it('keeps its filters in the URL and sends them', async () => {
    const inbox = new FakeInbox([
      makeNotification({ type: 'payment', title: 'Счёт на оплату' }),
      makeNotification({ type: 'payment', title: 'Платёж получен', is_read: true }),
      makeNotification({ title: 'Добро пожаловать' }),
    ])
    openCentre(inbox)
    await user.selectOptions(await screen.findByLabelText('Тип'), 'Платёж')
    await waitFor(async () => expect(await findTitles()).toHaveLength(2))
    await user.selectOptions(screen.getByLabelText('Статус'), 'Непрочитанные')
    await waitFor(async () => expect(await findTitles()).toHaveLength(1))
    await user.type(screen.getByRole('searchbox', { name: 'Поиск уведомлений' }), 'нет такого')
    expect(await screen.findByText('Ничего не нашлось')).toBeTruthy()
    const last = Object.fromEntries(inbox.listQueries.at(-1) ?? [])
    expect(last).toEqual({
      limit: '10',
      offset: '0',
      type: 'payment',
      is_read: 'false',
      search: 'нет такого',
    })
    await user.click(screen.getByRole('button', { name: 'Снять фильтры' }))
    expect(await findTitles()).toHaveLength(3)
  })

  it('reads its filters from the URL', async () => {
    const inbox = createInbox(12)
    openCentre(inbox, '/notifications?status=unread&page=2')
    expect(await findTitles()).toHaveLength(2)
    expect((screen.getByLabelText('Статус') as HTMLSelectElement).value).toBe('unread')
  })

  it('marks one notification, the selected ones or all as read', async () => {
    const { inbox } = openCentre(createInbox(4))
    const first = (await findList()).getAllByRole('button', { name: 'Отметить прочитанным' })[0]
    await user.click(first as HTMLElement)
    await waitFor(() => expect(inbox.unread).toBe(3))
    const readSelected = screen.getByRole('button', { name: 'Отметить выбранные прочитанными' })
    expect(readSelected).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Весть 2' }))
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Весть 3' }))
    expect(screen.getByText('выбрано 2')).toBeTruthy()
    await user.click(readSelected)
    await waitFor(() => expect(inbox.unread).toBe(1))
    await waitFor(() => expect(document.activeElement).toBe(readSelected.parentElement))
    await user.click(screen.getByRole('button', { name: 'Отметить все прочитанными' }))
    await waitFor(() => expect(inbox.unread).toBe(0))
    const all = screen.getByRole('button', { name: 'Отметить все прочитанными' })
    await waitFor(() => expect(document.activeElement).toBe(all.parentElement))
  })

  it('asks before it deletes one notification, the selected ones or all', async () => {
    const { inbox } = openCentre(createInbox(5))
    const trash = (await findList()).getAllByRole('button', { name: 'Удалить уведомление' })[0]
    await user.click(trash as HTMLElement)
    const question = await screen.findByRole('alertdialog', { name: 'Delete this notification?' })
    await user.click(within(question).getByRole('button', { name: 'Отмена' }))
    expect(inbox.notifications).toHaveLength(5)
    await user.click(trash as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Удалить' }))
    await waitFor(async () => expect(await findTitles()).toHaveLength(4))

    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Весть 2' }))
    await user.click(screen.getByRole('button', { name: 'Удалить выбранные' }))
    await user.click(await screen.findByRole('button', { name: 'Удалить' }))
    await waitFor(async () => expect(await findTitles()).toHaveLength(3))
    const heading = screen.getByRole('heading', { name: 'Список уведомлений' })
    await waitFor(() => expect(document.activeElement).toBe(heading))

    await user.click(screen.getByRole('button', { name: 'Удалить все' }))
    const all = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete all notifications?',
    })
    expect(within(all).getByText('This action cannot be undone')).toBeTruthy()
    await user.click(within(all).getByRole('button', { name: 'Удалить' }))
    expect(await screen.findByText('Пока тихо')).toBeTruthy()
  })

  it('keeps the focus on the same row or on the row that replaced it', async () => {
    const { inbox } = openCentre(createInbox(3), '/notifications?status=unread')
    const press = async (name: string) => {
      const [first] = (await findList()).getAllByRole('button', { name })
      first?.focus()
      await user.keyboard('{Enter}')
    }
    const expectFocusOn = (title: RegExp) =>
      waitFor(() => {
        expect(document.activeElement?.tagName).toMatch(/^H\d$/)
        expect(document.activeElement?.textContent).toMatch(title)
      })
    await press('Отметить прочитанным')
    await expectFocusOn(/Весть 2/)
    await press('Удалить уведомление')
    await user.click(await screen.findByRole('button', { name: 'Удалить' }))
    // The dialog and the row may close in any order.
    await expectFocusOn(/Весть 3|Список уведомлений/)
    await press('Удалить уведомление')
    await user.click(await screen.findByRole('button', { name: 'Удалить' }))
    await screen.findByText('Ничего не нашлось')
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(inbox.notifications).toHaveLength(1)
  })

  it('selects and deselects all on the page', async () => {
    openCentre(createInbox(3))
    const all = await screen.findByRole('checkbox', { name: 'Выбрать все на странице' })
    await user.click(all)
    expect(screen.getByText('выбрано 3')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Весть 1' }))
    expect(all).toHaveProperty('indeterminate', true)
    await user.click(all)
    await user.click(all)
    expect(screen.queryByText(/выбрано/)).toBeNull()
  })

  it('shows Н/Д for an invalid date', async () => {
    openCentre(new FakeInbox([makeNotification({ created_at: 'когда-то' })]))
    expect((await findList()).getByText('Н/Д')).toBeTruthy()
  })

  it('shows the error with the reason of the server, and retries', async () => {
    network.use(
      http.get('*/notifications', () =>
        HttpResponse.json(
          { message: 'Сервис временно недоступен', code: 'unavailable' },
          { status: 503 },
        ),
      ),
    )
    renderRoute(<CentrePage />, { path: '/notifications', at: '/notifications' })
    expect(await screen.findByText('Error loading notifications')).toBeTruthy()
    expect(screen.getByText(/Сервис временно недоступен/)).toBeTruthy()
    network.use(...createInbox(2).handlers())
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await findTitles()).toHaveLength(2)
  })

  it('shows its error boundary for a response that it cannot render', async () => {
    network.use(
      http.get('*/notifications', () =>
        HttpResponse.json({ notifications: [null], total: 1, unread_count: 0 }),
      ),
    )
    const { console: log } = globalThis
    const originalError = log.error
    log.error = () => {}
    renderRoute(<CentrePage />, { path: '/notifications', at: '/notifications' })
    expect(await screen.findByText('Notification System Error')).toBeTruthy()
    log.error = originalError
  })
})
