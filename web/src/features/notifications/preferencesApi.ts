import { injectCalls } from '../../app/api/endpoints.ts'
import { calls } from '../../app/calls.ts'

export const {
  useGetPreferencesQuery,
  useSavePreferencesMutation,
  useLazyGetPushKeyQuery,
  useAddPushMutation,
  useRemovePushMutation,
} = injectCalls(({ get, post, put, remove }) => ({
  getPreferences: get(calls.preferences, ['NotificationPreferences']),
  savePreferences: put(calls.preferences, ['NotificationPreferences']),
  getPushKey: get(calls.pushKey),
  addPush: post(calls.pushSubscriptions),
  removePush: remove(calls.pushSubscriptions),
}))
