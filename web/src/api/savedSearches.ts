import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'
import type { SavedSearchCreate, SavedSearchUpdate } from './wire/content.ts'

const savedSearchTags = [listTag('SavedSearch')]

export const savedSearchesApi = injectCalls(({ build, get, post, remove }) => ({
  getSavedSearches: get(calls.savedSearches, savedSearchTags),
  saveSearch: post(
    (body: SavedSearchCreate) => ({ url: calls.savedSearches, body }),
    savedSearchTags,
  ),
  changeSearch: build.mutation<unknown, SavedSearchUpdate & { id: string }>({
    query: ({ id, ...body }) => ({ url: calls.savedSearch(id), method: 'PATCH', body }),
    invalidatesTags: savedSearchTags,
    // An optimistic update; an error reverts it.
    onQueryStarted: async ({ id, ...change }, { dispatch, queryFulfilled }) => {
      const update = dispatch(
        savedSearchesApi.util.updateQueryData('getSavedSearches', undefined, ({ searches }) => {
          const search = searches.find((search) => search.id === id)
          if (search) Object.assign(search, change)
        }),
      )
      await queryFulfilled.catch(update.undo)
    },
  }),
  dropSearch: remove(calls.savedSearch, savedSearchTags),
}))

export const {
  useGetSavedSearchesQuery,
  useSaveSearchMutation,
  useChangeSearchMutation,
  useDropSearchMutation,
} = savedSearchesApi
