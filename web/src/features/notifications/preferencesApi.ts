import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

export const {
  useGetPreferencesQuery,
  useSavePreferencesMutation,
  useLazyGetPushKeyQuery,
  useAddPushMutation,
  useRemovePushMutation,
  useGetTelegramQuery,
  useLinkTelegramMutation,
  useRemoveTelegramMutation,
} = injectCalls(({ get, post, put, remove }) => ({
  getPreferences: get(calls.preferences, ['NotificationPreferences']),
  savePreferences: put(calls.preferences, ['NotificationPreferences']),
  getPushKey: get(calls.pushKey),
  addPush: post(calls.pushSubscriptions),
  removePush: remove(calls.pushSubscriptions),
  getTelegram: get(calls.telegram, ['NotificationTelegram']),
  linkTelegram: post(calls.telegramLink),
  removeTelegram: remove(calls.telegram, ['NotificationTelegram']),
}))
