import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { BotCheckConfig, PasskeyOptions, SecondStep, SignedIn } from '../../app/wire/auth.ts'

export type Registration = {
  email: string
  password: string
  first_name: string
  last_name: string
  phone?: string
  turnstileToken?: string
  is_adult: true
  accept_terms: true
  accept_privacy: true
  accept_marketing: boolean
}

type EmailVerdict = {
  isValid: boolean
  message: string | null
  warning: string | null
  correctedEmail: string | null
}

type MessageResponse = { success: true; message?: string }
const post = <B>(url: string) => ({
  query: (body: B) => ({ url, method: 'POST', body }),
})

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<MessageResponse, Registration>(post(calls.register)),
    login: build.mutation<SignedIn, { email: string; password: string; turnstileToken?: string }>(
      post(calls.login),
    ),
    takeSecondStep: build.mutation<SignedIn, SecondStep>(post(calls.secondFactor)),
    askPasskey: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: calls.passkeyLoginOptions, method: 'POST' }),
    }),
    provePasskey: build.mutation<SignedIn, { credential: object }>(post(calls.passkeyLogin)),
    getBotCheck: build.query<BotCheckConfig, void>({ query: () => calls.botCheck }),
    verifyEmail: build.mutation<MessageResponse, { email: string; code: string }>(
      post(calls.verifyEmail),
    ),
    resendCode: build.mutation<{ success: true; retry_after: number }, { email: string }>(
      post(calls.resendCode),
    ),
    forgotPassword: build.mutation<MessageResponse, { email: string; turnstileToken?: string }>(
      post(calls.forgotPassword),
    ),
    resetPassword: build.mutation<
      MessageResponse,
      { email: string; code: string; new_password: string }
    >(post(calls.resetPassword)),
    checkEmail: build.query<EmailVerdict, string>({
      query: (email) => ({ url: calls.validateEmail, method: 'POST', body: { email } }),
    }),
  }),
})

export const {
  useRegisterMutation,
  useLoginMutation,
  useTakeSecondStepMutation,
  useAskPasskeyMutation,
  useProvePasskeyMutation,
  useGetBotCheckQuery,
  useVerifyEmailMutation,
  useResendCodeMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useCheckEmailQuery,
} = authApi
