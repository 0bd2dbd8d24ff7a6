import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { createGate } from '../../../tests/gate.ts'
import { network } from '../../../tests/setup.ts'
import { favoritesApi } from '../../api/favorites.ts'
import { makeStore, type RootState } from '../../app/store.ts'

it('favourites beyond the first hundred are loaded', async () => {
  const all = Array.from({ length: 230 }, (_, index) => ({ id: `car-${index}` }))
  network.use(
    http.get('*/api/me/favorites', ({ request }) => {
      const search = new URL(request.url).searchParams
      const offset = Number(search.get('offset') ?? 0)
      const page = all.slice(offset, offset + Number(search.get('limit')))
      return HttpResponse.json({ success: true, favorites: page, total: all.length })
    }),
  )
  const { data } = await makeStore().dispatch(favoritesApi.endpoints.getFavoriteIds.initiate())
  expect(data).toEqual(all.map(({ id }) => id))
})

it('a favourite changes at once, and back if the server refuses', async () => {
  const { promise: answered, resolve: answer } = createGate()
  network.use(
    http.get('*/api/me/favorites', () =>
      HttpResponse.json({ success: true, favorites: [{ id: 'car-1' }], total: 1 }),
    ),
    http.put('*/api/me/favorites/car-2', async () => {
      await answered
      return HttpResponse.json({ success: false, code: 'car_gone', message: '' }, { status: 409 })
    }),
  )
  const store = makeStore()
  const { getFavoriteIds, setFavorite } = favoritesApi.endpoints
  await store.dispatch(getFavoriteIds.initiate())
  const ids = () => getFavoriteIds.select()(store.getState() as RootState).data
  const change = store.dispatch(setFavorite.initiate({ id: 'car-2', isFavorite: true }))
  expect(ids()).toEqual(['car-1', 'car-2'])
  answer()
  await change
  await vi.waitFor(() => expect(ids()).toEqual(['car-1']))
})
