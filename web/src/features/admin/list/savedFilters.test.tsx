import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { teamSection } from '../people/teamSection.tsx'
import { AdminList } from './AdminList.tsx'

const user = userEvent.setup()
const url = '*/api/content/admin/list-filters'

type SavedFilter = { id: string; list: string; name: string; parameters: Record<string, string> }

/** Fakes the service with these saved filters. Returns the requests that it receives. */
function serveFilters(saved: SavedFilter[]) {
  const sent: unknown[] = []
  let kept = saved
  network.use(
    http.get('*/api/content/admin/team', () => HttpResponse.json({ items: [], total: 0 })),
    http.get(url, ({ request }) => {
      const list = new URL(request.url).searchParams.get('list')
      const items = kept.filter((filter) => filter.list === list)
      return HttpResponse.json({ items, total: items.length })
    }),
    http.post(url, async ({ request }) => {
      const body = (await request.json()) as Omit<SavedFilter, 'id'>
      sent.push(body)
      if (kept.some(({ name }) => name === body.name)) {
        const problem = { code: 'filter_name_taken', message: 'Фильтр с таким названием уже есть' }
        return HttpResponse.json(problem, { status: 409 })
      }
      const item = { ...body, id: `f${kept.length + 1}` }
      kept = [...kept, item]
      return HttpResponse.json({ item }, { status: 201 })
    }),
    http.patch(`${url}/:id`, async ({ params, request }) => {
      const { name } = (await request.json()) as { name: string }
      kept = kept.map((filter) => (filter.id === params.id ? { ...filter, name } : filter))
      return HttpResponse.json({ item: kept.find(({ id }) => id === params.id) })
    }),
    http.delete(`${url}/:id`, ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ success: true })
    }),
  )
  return sent
}

const filterByName = { id: 'f1', list: 'team', name: 'По имени', parameters: { sort: 'name' } }

async function openMenu(at: string) {
  renderRoute(<AdminList section={teamSection} />, { at })
  await user.click(await screen.findByRole('button', { name: 'Мои фильтры' }))
  return within(await screen.findByRole('dialog', { name: 'Мои фильтры' }))
}

it('the menu saves the filters of the URL under a name and reports a taken name', async () => {
  const sent = serveFilters([filterByName])
  const menu = await openMenu('/admin/team?search=Анна&page=3')
  const field = await menu.findByLabelText('Как назвать нынешние фильтры')
  await user.type(field, ' {Enter}')
  expect(await menu.findByText('Придумайте, как их назвать')).toBeTruthy()
  await user.type(field, 'По имени{Enter}')
  expect(await menu.findByText('Фильтр с таким названием уже есть')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'Анна{Enter}')
  const saved = await menu.findByRole('button', { name: 'Анна' })
  expect(saved.getAttribute('aria-current')).toBe('true')
  expect(sent.at(-1)).toEqual({ list: 'team', name: 'Анна', parameters: { search: 'Анна' } })
  expect(menu.queryByLabelText('Как назвать нынешние фильтры')).toBeNull()
})

it('a saved filter replaces all filters of the list', async () => {
  serveFilters([filterByName])
  const menu = await openMenu('/admin/team?search=Анна&page=3')
  await user.click(await menu.findByRole('button', { name: 'По имени' }))
  await waitFor(() => expect(window.location.search).toBe('?sort=name'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a saved filter can be renamed, deleted and restored', async () => {
  serveFilters([filterByName])
  const menu = await openMenu('/admin/team')
  await user.click(await menu.findByRole('button', { name: 'Переименовать «По имени»' }))
  const field = menu.getByLabelText('Как теперь назвать «По имени»')
  await user.clear(field)
  await user.type(field, 'Азбука{Enter}')
  await user.click(await menu.findByRole('button', { name: 'Удалить «Азбука»' }))
  await waitFor(() => expect(menu.queryByRole('button', { name: 'Азбука' })).toBeNull())
  await user.click(await menu.findByRole('button', { name: 'Вернуть' }))
  expect(await menu.findByRole('button', { name: 'Азбука' })).toBeTruthy()
})

it('the menu explains what can be saved while no filter is set', async () => {
  serveFilters([])
  const menu = await openMenu('/admin/team')
  expect(await menu.findByText(/Выберите в списке фильтры/)).toBeTruthy()
})
