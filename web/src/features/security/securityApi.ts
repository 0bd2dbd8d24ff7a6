import { api } from '../../app/api.ts'
import { calls } from '../../app/paths.ts'
import type {
  ChangePassword,
  Confirmation,
  ConsentRead,
  Consents,
  Done,
  Identities,
  PersonalData,
  Sessions,
} from '../../app/wire/auth.ts'

const remove = (url: string) => ({ url, method: 'DELETE' })

export const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSessions: build.query<Sessions, void>({
      query: () => calls.sessions,
      providesTags: ['Session'],
    }),
    endSession: build.mutation<Done, string>({
      query: (id) => remove(calls.session(id)),
      invalidatesTags: ['Session'],
    }),
    endOtherSessions: build.mutation<Done, void>({
      query: () => remove(calls.sessions),
      invalidatesTags: ['Session'],
    }),
    changePassword: build.mutation<Done, ChangePassword>({
      query: (body) => ({ url: calls.changePassword, method: 'POST', body }),
      invalidatesTags: ['Session'],
    }),
    getIdentities: build.query<Identities, void>({
      query: () => calls.identities,
      providesTags: ['Identity'],
    }),
    unlinkIdentity: build.mutation<Done, string>({
      query: (id) => remove(calls.identity(id)),
      invalidatesTags: ['Identity'],
    }),
    getConsents: build.query<Consents, void>({
      query: () => calls.consents,
      providesTags: ['Consent'],
    }),
    withdrawConsent: build.mutation<Consents, ConsentRead['purpose']>({
      query: (purpose) => remove(calls.consent(purpose)),
      invalidatesTags: ['Consent'],
    }),
    confirmOneself: build.mutation<Confirmation, string>({
      query: (password) => ({ url: calls.confirm, method: 'POST', body: { password } }),
    }),
    exportMe: build.mutation<PersonalData, string>({
      query: (proof) => ({ url: calls.export, headers: { 'X-Confirmation': proof } }),
    }),
    eraseMe: build.mutation<Done, string>({
      query: (password) => ({ ...remove(calls.me), body: { password } }),
    }),
  }),
})

export const {
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  useGetIdentitiesQuery,
  useUnlinkIdentityMutation,
  useGetConsentsQuery,
  useWithdrawConsentMutation,
  useConfirmOneselfMutation,
  useExportMeMutation,
  useEraseMeMutation,
} = securityApi
