import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { anna } from '../../../tests/inbox.ts'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { customerSignedIn } from '../../api/sessionActions.ts'
import { selectSignIn } from '../../shared/signInSlice.ts'
import { carFilters } from './carFilters.ts'
import { SaveSearch } from './SaveSearch.tsx'
import { buildSearchName } from './searchName.ts'

const filters = { ...carFilters.defaults, brand: 'BMW', price_max: '5000000', sort: 'price_asc' }

/** Fake service of saved searches. Returns the array of the stored searches. */
function serveSearches() {
  const stored: Record<string, unknown>[] = []
  network.use(
    http.get('*/api/me/searches', () =>
      HttpResponse.json({ success: true, searches: stored, total: stored.length }),
    ),
    http.post('*/api/me/searches', async ({ request }) => {
      const body = (await request.json()) as { name: string; filters: Record<string, unknown> }
      const given = Object.entries(body.filters).filter(
        ([, value]) => value !== '' && value !== null,
      )
      const search = { id: 's-1', alerts: true, alerted_at: null, created_at: '', cars: 0 }
      stored.push({ ...search, name: body.name, filters: Object.fromEntries(given) })
      return HttpResponse.json({ success: true, search: stored[0] })
    }),
  )
  return stored
}

describe('the button that saves a search', () => {
  it('saves the filters without the sorting, and says so afterwards', async () => {
    const stored = serveSearches()
    const store = makeSignedInStore()
    renderRoute(<SaveSearch filters={filters} />, { store })
    await userEvent.click(await screen.findByRole('button', { name: /Сообщить о.новых/ }))
    expect((await screen.findByRole('status')).textContent).toMatch(/Поиск.сохранён/)
    expect(stored[0]?.filters).toEqual({ brand: 'BMW', price_max: 5_000_000 })
    expect(normalizeSpaces(String(stored[0]?.name))).toBe('BMW, с таможней до 5 млн ₽')
    expect(screen.getByRole('link', { name: /Мои.поиски/ }).getAttribute('href')).toBe(
      '/dashboard#searches',
    )
  })

  it('asks a visitor to sign in, and saves the search afterwards', async () => {
    const stored = serveSearches()
    const { store } = renderRoute(<SaveSearch filters={filters} />)
    await userEvent.click(screen.getByRole('button', { name: /Сообщить о.новых/ }))
    expect(selectSignIn(store.getState())).toMatchObject({
      isOpen: true,
      next: '/cars?brand=BMW&price_max=5000000',
    })
    expect(stored).toEqual([])
    act(() => {
      store.dispatch(customerSignedIn({ user: anna }))
    })
    expect((await screen.findByRole('status')).textContent).toMatch(/Поиск.сохранён/)
    expect(stored).toHaveLength(1)
  })

  it('shows why a search was not saved', async () => {
    serveSearches()
    network.use(
      http.post('*/api/me/searches', () =>
        HttpResponse.json(
          {
            success: false,
            code: 'too_many_searches',
            message: 'Поисков слишком много',
            status: 409,
          },
          { status: 409 },
        ),
      ),
    )
    const store = makeSignedInStore()
    renderRoute(<SaveSearch filters={filters} />, { store })
    await userEvent.click(await screen.findByRole('button', { name: /Сообщить о.новых/ }))
    expect(await screen.findByText(/слишком.много/)).toBeTruthy()
  })
})

describe('the name of a search', () => {
  it.each([
    [{ brand: 'BMW', body_type: 'sedan', fuel: 'diesel' }, 'BMW, седан, дизель'],
    [{ body_type: 'suv', year_min: '2020' }, 'Внедорожник, от 2020 года'],
    [
      { q: 'audi a6', price_min: '900000', price_max: '7500000' },
      '«audi a6», с таможней от 900 000 ₽ до 7,5 млн ₽',
    ],
    [{ turnkey_max: '5000000' }, 'Под ключ до 5 млн ₽'],
    [{}, 'Все автомобили'],
  ])('names the filters %o', (chosen, name) => {
    expect(normalizeSpaces(buildSearchName({ ...carFilters.defaults, ...chosen }))).toBe(name)
  })
})
