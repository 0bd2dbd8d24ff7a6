import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import type { EmailCheck } from '../../../api/wire/auth.ts'

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
} = injectCalls(({ build, get, post }) => ({
  register: post(calls.register),
  login: post(calls.login),
  takeSecondStep: post(calls.secondFactor),
  askPasskey: post(calls.passkeyLoginOptions),
  provePasskey: post(calls.passkeyLogin),
  getBotCheck: get(calls.botCheck),
  verifyEmail: post(calls.verifyEmail),
  resendCode: post(calls.resendCode),
  forgotPassword: post(calls.forgotPassword),
  resetPassword: post(calls.resetPassword),
  /** A POST that changes nothing, so its response is cached like a query's. */
  checkEmail: build.query<EmailCheck, string>({
    query: (email) => ({ url: calls.validateEmail, method: 'POST', body: { email } }),
  }),
}))
