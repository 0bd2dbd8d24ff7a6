import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type {
  ChangePassword,
  CodeSent,
  Confirm,
  Confirmation,
  ConsentRead,
  Consents,
  Done,
  ErasureBegun,
  Identities,
  PasskeyAdded,
  PasskeyOptions,
  Passkeys,
  PersonalData,
  RecoveryCodes,
  SecondFactorState,
  Sessions,
  TotpEnabled,
  TotpSetup,
} from '../../app/wire/auth.ts'

/** Authorizes a change of the sign-in methods: a recent confirmation, or the token of an unfinished sign-in. */
export type Proof = { confirmation: string } | { tempToken: string }

const proofHeaders = (proof: Proof) =>
  'confirmation' in proof
    ? { 'X-Confirmation': proof.confirmation }
    : { Authorization: `Bearer ${proof.tempToken}` }
const deleteRequest = (url: string) => ({ url, method: 'DELETE' })

export const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSessions: build.query<Sessions, void>({
      query: () => calls.sessions,
      providesTags: ['Session'],
    }),
    endSession: build.mutation<Done, string>({
      query: (id) => deleteRequest(calls.session(id)),
      invalidatesTags: ['Session'],
    }),
    endOtherSessions: build.mutation<Done, void>({
      query: () => deleteRequest(calls.sessions),
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
      query: (id) => deleteRequest(calls.identity(id)),
      invalidatesTags: ['Identity'],
    }),
    getConsents: build.query<Consents, void>({
      query: () => calls.consents,
      providesTags: ['Consent'],
    }),
    withdrawConsent: build.mutation<Consents, ConsentRead['purpose']>({
      query: (purpose) => deleteRequest(calls.consent(purpose)),
      invalidatesTags: ['Consent'],
    }),
    giveConsent: build.mutation<Consents, ConsentRead['purpose']>({
      query: (purpose) => ({ url: calls.consents, method: 'POST', body: { purpose } }),
      invalidatesTags: ['Consent'],
    }),
    confirmOneself: build.mutation<Confirmation, Confirm>({
      query: (body) => ({ url: calls.confirm, method: 'POST', body }),
    }),
    mailConfirmCode: build.mutation<CodeSent, void>({
      query: () => ({ url: calls.confirmCode, method: 'POST' }),
    }),
    exportMe: build.mutation<PersonalData, Proof>({
      query: (proof) => ({ url: calls.export, headers: proofHeaders(proof) }),
    }),
    eraseMe: build.mutation<ErasureBegun, Proof>({
      query: (proof) => ({ ...deleteRequest(calls.me), headers: proofHeaders(proof) }),
    }),
    getSecondFactor: build.query<SecondFactorState, void>({
      query: () => calls.mySecondFactor,
      providesTags: ['SecondFactor'],
    }),
    beginTotp: build.mutation<TotpSetup, Proof>({
      query: (proof) => ({ url: calls.totp, method: 'POST', headers: proofHeaders(proof) }),
    }),
    confirmTotp: build.mutation<TotpEnabled, { proof: Proof; code: string }>({
      query: ({ proof, code }) => ({
        url: calls.totpConfirm,
        method: 'POST',
        headers: proofHeaders(proof),
        body: { code },
      }),
      invalidatesTags: ['SecondFactor'],
    }),
    removeTotp: build.mutation<Done, Proof>({
      query: (proof) => ({ ...deleteRequest(calls.totp), headers: proofHeaders(proof) }),
      invalidatesTags: ['SecondFactor'],
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, Proof>({
      query: (proof) => ({
        url: calls.recoveryCodes,
        method: 'POST',
        headers: proofHeaders(proof),
      }),
      invalidatesTags: ['SecondFactor'],
    }),
    getPasskeys: build.query<Passkeys, void>({
      query: () => calls.passkeys,
      providesTags: ['SecondFactor'],
    }),
    beginPasskey: build.mutation<PasskeyOptions, Proof>({
      query: (proof) => ({
        url: calls.passkeyOptions,
        method: 'POST',
        headers: proofHeaders(proof),
      }),
    }),
    addPasskey: build.mutation<PasskeyAdded, { proof: Proof; credential: object; name: string }>({
      query: ({ proof, ...body }) => ({
        url: calls.passkeys,
        method: 'POST',
        headers: proofHeaders(proof),
        body,
      }),
      invalidatesTags: ['SecondFactor'],
    }),
    removePasskey: build.mutation<Done, { proof: Proof; id: string }>({
      query: ({ proof, id }) => ({
        ...deleteRequest(calls.passkey(id)),
        headers: proofHeaders(proof),
      }),
      invalidatesTags: ['SecondFactor'],
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
  useGiveConsentMutation,
  useConfirmOneselfMutation,
  useMailConfirmCodeMutation,
  useExportMeMutation,
  useEraseMeMutation,
  useGetSecondFactorQuery,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useGetPasskeysQuery,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
} = securityApi
