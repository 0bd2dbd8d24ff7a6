import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'
import type { SavedSearchCreate, SavedSearchUpdate } from './wire/content.ts'

const savedSearchTags = [listTag('SavedSearch')]

export const savedSearchesApi = injectCalls(({ get, post, patch, remove }) => ({
  getSavedSearches: get(calls.savedSearches, savedSearchTags),
  saveSearch: post(
    (body: SavedSearchCreate) => ({ url: calls.savedSearches, body }),
    savedSearchTags,
  ),
  changeSearch: patch(
    ({ id, ...body }: SavedSearchUpdate & { id: string }) => ({
      url: calls.savedSearch(id),
      body,
    }),
    savedSearchTags,
  ),
  dropSearch: remove(calls.savedSearch, savedSearchTags),
}))

export const {
  useGetSavedSearchesQuery,
  useSaveSearchMutation,
  useChangeSearchMutation,
  useDropSearchMutation,
} = savedSearchesApi
