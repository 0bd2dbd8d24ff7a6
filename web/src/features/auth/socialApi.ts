import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type {
  AuthorizationUrl,
  CodeSent,
  ProviderRead,
  Providers,
  SignedIn,
  SocialAnswer,
  SocialReturn,
  TelegramReturn,
} from '../../app/wire/auth.ts'

export type ProviderId = ProviderRead['id']
export type WidgetData = TelegramReturn['telegramData']

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

export const socialApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProviders: build.query<Providers, void>({ query: () => calls.socialProviders }),
    beginSocial: build.mutation<
      AuthorizationUrl,
      { provider: ProviderId; redirect_uri: string; state: string }
    >({
      query: ({ provider, ...params }) => ({ url: calls.socialAuth(provider), params }),
    }),
    finishSocial: build.mutation<SocialAnswer, SocialReturn & { provider: ProviderId }>({
      query: ({ provider, ...body }) => ({
        url: calls.socialCallback(provider),
        method: 'POST',
        headers: body.sessionToken ? { 'x-session-token': body.sessionToken } : undefined,
        body,
      }),
    }),
    finishTelegram: build.mutation<SocialAnswer, TelegramReturn>({
      query: (body) => ({ url: calls.telegramCallback, method: 'POST', body }),
    }),
    sendSocialCode: build.mutation<CodeSent, { token: string; email: string }>({
      query: ({ token, email }) => ({
        url: calls.sendVerificationSession,
        method: 'POST',
        headers: bearer(token),
        body: { email },
      }),
    }),
    proveSocialEmail: build.mutation<SignedIn, { token: string; email: string; code: string }>({
      query: ({ token, ...body }) => ({
        url: calls.verifyEmailSession,
        method: 'POST',
        headers: bearer(token),
        body,
      }),
    }),
  }),
})

export const {
  useGetProvidersQuery,
  useBeginSocialMutation,
  useFinishSocialMutation,
  useFinishTelegramMutation,
  useSendSocialCodeMutation,
  useProveSocialEmailMutation,
} = socialApi
