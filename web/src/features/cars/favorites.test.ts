import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { network } from '../../../tests/setup.ts'
import { favoritesApi } from '../../api/favorites.ts'
import { makeStore } from '../../app/store.ts'

it('loads the favourites beyond the first hundred', async () => {
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
