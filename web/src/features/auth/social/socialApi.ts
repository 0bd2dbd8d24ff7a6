import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import type {
  AuthorizationUrl,
  ProviderRead,
  SendVerification,
  SocialReturn,
  TelegramReturn,
  VerifySession,
} from '../../../api/wire/auth.ts'

export type ProviderId = ProviderRead['id']
export type WidgetData = TelegramReturn['telegramData']

const buildAuthorization = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Linking a provider to an account requires a confirmation. */
const buildConfirmationHeaders = (confirmation?: string) =>
  confirmation ? { 'X-Confirmation': confirmation } : undefined

export const socialApi = injectCalls(({ build, get, post }) => ({
  getProviders: get(calls.socialProviders),
  beginSocial: build.mutation<
    AuthorizationUrl,
    { provider: ProviderId; redirect_uri: string; state: string; confirmation?: string }
  >({
    query: ({ provider, confirmation, ...params }) => ({
      url: calls.socialAuth(provider),
      params,
      headers: buildConfirmationHeaders(confirmation),
    }),
  }),
  finishSocial: post(({ provider, ...body }: SocialReturn & { provider: ProviderId }) => ({
    url: calls.socialCallback(provider),
    headers: body.sessionToken ? { 'x-session-token': body.sessionToken } : undefined,
    body,
  })),
  finishTelegram: post(({ confirmation, ...body }: TelegramReturn & { confirmation?: string }) => ({
    url: calls.telegramCallback,
    headers: buildConfirmationHeaders(confirmation),
    body,
  })),
  sendSocialCode: post(({ token, ...body }: SendVerification & { token: string }) => ({
    url: calls.sendVerificationSession,
    headers: buildAuthorization(token),
    body,
  })),
  proveSocialEmail: post(({ token, ...body }: VerifySession & { token: string }) => ({
    url: calls.verifyEmailSession,
    headers: buildAuthorization(token),
    body,
  })),
}))

export const {
  useGetProvidersQuery,
  useBeginSocialMutation,
  useFinishSocialMutation,
  useFinishTelegramMutation,
  useSendSocialCodeMutation,
  useProveSocialEmailMutation,
} = socialApi
