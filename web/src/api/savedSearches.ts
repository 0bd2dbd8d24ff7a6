import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'
import type { SavedSearchCreate, SavedSearchUpdate } from './wire/content.ts'

const changed = [listTag('SavedSearch')]

export const savedSearchesApi = injectCalls(({ get, post, patch, remove }) => ({
  getSavedSearches: get(calls.savedSearches, changed),
  saveSearch: post((body: SavedSearchCreate) => ({ url: calls.savedSearches, body }), changed),
  changeSearch: patch(
    ({ id, ...body }: SavedSearchUpdate & { id: string }) => ({
      url: calls.savedSearch(id),
      body,
    }),
    changed,
  ),
  dropSearch: remove(calls.savedSearch, changed),
}))

export const {
  useGetSavedSearchesQuery,
  useSaveSearchMutation,
  useChangeSearchMutation,
  useDropSearchMutation,
} = savedSearchesApi
