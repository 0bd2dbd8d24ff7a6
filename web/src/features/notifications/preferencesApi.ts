import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type {
  Done,
  PreferencesAnswer,
  PreferencesChange,
  PreferencesRead,
  PushKeyAnswer,
  PushSubscribe,
} from '../../app/wire/notifications.ts'

export const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPreferences: build.query<PreferencesRead, void>({
      query: () => calls.preferences,
      transformResponse: (answer: PreferencesAnswer) => answer.preferences,
      providesTags: ['NotificationPreferences'],
    }),
    savePreferences: build.mutation<PreferencesRead, PreferencesChange>({
      query: (body) => ({ url: calls.preferences, method: 'PUT', body }),
      transformResponse: (answer: PreferencesAnswer) => answer.preferences,
      invalidatesTags: ['NotificationPreferences'],
    }),
    getPushKey: build.query<PushKeyAnswer, void>({ query: () => calls.pushKey }),
    addPush: build.mutation<Done, PushSubscribe>({
      query: (body) => ({ url: calls.pushSubscriptions, method: 'POST', body }),
    }),
    removePush: build.mutation<Done, { endpoint: string }>({
      query: (body) => ({ url: calls.pushSubscriptions, method: 'DELETE', body }),
    }),
  }),
})

export const {
  useGetPreferencesQuery,
  useSavePreferencesMutation,
  useLazyGetPushKeyQuery,
  useAddPushMutation,
  useRemovePushMutation,
} = preferencesApi
