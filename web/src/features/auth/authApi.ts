import { api } from '../../app/api.ts'
import { calls } from '../../app/paths.ts'
import type { User } from '../../app/sessionEvents.ts'

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

export type EmailVerdict = {
  isValid: boolean
  message: string | null
  warning: string | null
  correctedEmail: string | null
}

export type SignedIn = { success: true; status?: undefined; user: User; accessToken?: string }
/** The password was right; a code of the second factor is still needed, or has to be set up first. */
export type SecondStepWanted = {
  success: true
  status: 'second_factor_required' | 'second_factor_setup_required'
  tempToken: string
}

type Said = { success: true; message?: string }
const post = <B>(url: string) => ({
  query: (body: B) => ({ url, method: 'POST', body }),
})

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<Said, Registration>(post(calls.register)),
    login: build.mutation<
      SignedIn | SecondStepWanted,
      { email: string; password: string; turnstileToken?: string }
    >(post(calls.login)),
    takeSecondStep: build.mutation<SignedIn, { tempToken: string; code: string }>(
      post(calls.secondFactor),
    ),
    verifyEmail: build.mutation<Said, { email: string; code: string }>(post(calls.verifyEmail)),
    resendCode: build.mutation<{ success: true; retry_after: number }, { email: string }>(
      post(calls.resendCode),
    ),
    forgotPassword: build.mutation<Said, { email: string }>(post(calls.forgotPassword)),
    resetPassword: build.mutation<Said, { email: string; code: string; new_password: string }>(
      post(calls.resetPassword),
    ),
    checkEmail: build.query<EmailVerdict, string>({
      query: (email) => ({ url: calls.validateEmail, method: 'POST', body: { email } }),
    }),
  }),
})

export const {
  useRegisterMutation,
  useLoginMutation,
  useTakeSecondStepMutation,
  useVerifyEmailMutation,
  useResendCodeMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useCheckEmailQuery,
} = authApi
