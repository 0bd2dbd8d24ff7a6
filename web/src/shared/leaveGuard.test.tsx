import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { hasUnsentInput } from '../platform/unsentInput.ts'
import { TextField } from '../ui/TextField.tsx'
import { useBackCloses } from './backCloses.ts'
import { confirmLeaving } from './confirmLeaving.ts'
import { useForm } from './form/useForm.ts'
import { LeaveGuard } from './LeaveGuard.tsx'

function Menu({ onClose }: { onClose: () => void }) {
  useBackCloses(onClose)
  return <p>меню</p>
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <LeaveGuard />
      <Link to="/cars">каталог</Link>
      <button type="button" onClick={() => setOpen(true)}>
        открыть
      </button>
      {isOpen && <Menu onClose={() => setOpen(false)} />}
    </>
  )
}

it('Back closes an open menu, and leaves the page at the next press', async () => {
  renderRoute(<Page />, { at: '/about' })
  await userEvent.click(screen.getByRole('link', { name: 'каталог' }))
  expect(location.pathname).toBe('/cars')
  await userEvent.click(screen.getByRole('button', { name: 'открыть' }))
  act(() => history.back())
  await waitFor(() => expect(screen.queryByText('меню')).toBeNull())
  await waitFor(() => expect(location.pathname).toBe('/cars'))
  act(() => history.back())
  await waitFor(() => expect(location.pathname).toBe('/about'))
})

/** Two records of a list, as in the admin panel: the URL selects the open one. */
function Records() {
  const { search } = useLocation()
  const item = new URLSearchParams(search).get('item') ?? ''
  return (
    <>
      <LeaveGuard />
      <Link to="/cars">каталог</Link>
      <Link to="/admin?item=1">первая запись</Link>
      <Link to="?item=2">вторая запись</Link>
      <Link to={`?item=${item}&page=2`}>следующая страница</Link>
      {item && <Record key={item} item={item} />}
    </>
  )
}

function Record({ item }: { item: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initial: { title: `запись ${item}` },
    draftKey: `record ${item}`,
    unsent: 'asks',
    send: async () => ({ afterwards: () => void navigate('/sent') }),
  })
  return (
    <form aria-label="запись" {...form.props}>
      <TextField label="Название" {...form.field('title')} />
      <button type="submit">сохранить</button>
    </form>
  )
}

const findTitle = () => screen.queryByLabelText<HTMLInputElement>('Название')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))
const findQuestion = () => screen.findByRole('alertdialog', { name: 'Уйти без сохранения?' })

describe('unsent input', () => {
  it.each([
    ['another page', () => follow('каталог'), '/cars'],
    ['another record', () => follow('вторая запись'), '/admin?item=2'],
    ['the button back', async () => act(() => history.back()), '/about'],
  ])('needs a confirmation before %s replaces it', async (_way, leave, path) => {
    renderRoute(<Records />, { at: '/about' })
    await follow('первая запись')
    await userEvent.type(findTitle() as HTMLInputElement, ', исправлено')
    await leave()
    await findQuestion()
    await press('Остаться')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(findTitle()?.value).toBe('запись 1, исправлено')
    expect(location.pathname + location.search).toBe('/admin?item=1')
    await leave()
    await findQuestion()
    await press('Уйти')
    await waitFor(() => expect(location.pathname + location.search).toBe(path))
    expect(hasUnsentInput()).toBe(false)
    expect(sessionStorage.getItem('record 1')).toBeNull()
  })

  it('asks nothing when another page of the list leaves the record open', async () => {
    renderRoute(<Records />, { at: '/admin?item=1' })
    await userEvent.type(findTitle() as HTMLInputElement, ', исправлено')
    await follow('следующая страница')
    expect(location.search).toBe('?item=1&page=2')
    expect(findTitle()?.value).toBe('запись 1, исправлено')
  })

  it('asks nothing when the form has opened the next page itself', async () => {
    renderRoute(<Records />, { at: '/admin?item=1' })
    await userEvent.type(findTitle() as HTMLInputElement, ', исправлено')
    await press('сохранить')
    await waitFor(() => expect(location.pathname).toBe('/sent'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('comes back after a crash of the tab', async () => {
    const first = renderRoute(<Records />, { at: '/admin?item=1' })
    await userEvent.type(findTitle() as HTMLInputElement, ', исправлено')
    first.unmount()
    renderRoute(<Records />, { at: '/admin?item=1' })
    expect(findTitle()?.value).toBe('запись 1, исправлено')
    expect(hasUnsentInput()).toBe(true)
  })

  it('needs a confirmation before an action that leaves the page', async () => {
    renderRoute(<Records />, { at: '/admin?item=1' })
    expect(await confirmLeaving()).toBe(true)
    await userEvent.type(findTitle() as HTMLInputElement, ', исправлено')
    const first = confirmLeaving()
    await findQuestion()
    await press('Остаться')
    expect(await first).toBe(false)
    expect(findTitle()?.value).toBe('запись 1, исправлено')
    const second = confirmLeaving()
    await findQuestion()
    await press('Уйти')
    expect(await second).toBe(true)
    expect(findTitle()?.value).toBe('запись 1')
  })
})
