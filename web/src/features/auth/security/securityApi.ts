import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import type { NewPasskey, PersonalData, TotpConfirm } from '../../../api/wire/auth.ts'

/** Authorizes a change of the sign-in methods: a recent confirmation, or the token of an unfinished sign-in. */
export type Proof = { confirmation: string } | { tempToken: string }

const buildProofHeaders = (proof: Proof) =>
  'confirmation' in proof
    ? { 'X-Confirmation': proof.confirmation }
    : { Authorization: `Bearer ${proof.tempToken}` }

/** A request that a proof authorizes. */
const requestWithProof =
  <Url extends string>(url: Url) =>
  (proof: Proof) => ({ url, headers: buildProofHeaders(proof) })

export const securityApi = injectCalls(({ build, get, post, remove }) => ({
  getSessions: get(calls.sessions, ['Session']),
  endSession: remove(calls.session, ['Session']),
  endOtherSessions: remove(calls.sessions, ['Session']),
  changePassword: post(calls.changePassword, ['Session']),
  getIdentities: get(calls.identities, ['Identity']),
  unlinkIdentity: remove(
    ({ proof, id }: { proof: Proof; id: string }) => requestWithProof(calls.identity(id))(proof),
    ['Identity'],
  ),
  getConsents: get(calls.consents, ['Consent']),
  withdrawConsent: remove(calls.consent, ['Consent']),
  giveConsent: post(calls.consents, ['Consent']),
  confirmOneself: post(calls.confirm),
  mailConfirmCode: post(calls.confirmCode),
  exportMe: build.mutation<PersonalData, Proof>({ query: requestWithProof(calls.export) }),
  eraseMe: remove(requestWithProof(calls.me)),
  getSecondFactor: get(calls.mySecondFactor, ['SecondFactor']),
  keepFactors: post(requestWithProof(calls.keepFactors), ['SecondFactor']),
  beginTotp: post(requestWithProof(calls.totp)),
  confirmTotp: post(
    ({ proof, ...body }: { proof: Proof } & TotpConfirm) => ({
      ...requestWithProof(calls.totpConfirm)(proof),
      body,
    }),
    ['SecondFactor'],
  ),
  removeTotp: remove(requestWithProof(calls.totp), ['SecondFactor']),
  renewRecoveryCodes: post(requestWithProof(calls.recoveryCodes), ['SecondFactor']),
  getPasskeys: get(calls.passkeys, ['SecondFactor']),
  beginPasskey: post(requestWithProof(calls.passkeyOptions)),
  addPasskey: post(
    ({ proof, ...body }: { proof: Proof } & NewPasskey) => ({
      ...requestWithProof(calls.passkeys)(proof),
      body,
    }),
    ['SecondFactor'],
  ),
  removePasskey: remove(
    ({ proof, id }: { proof: Proof; id: string }) => requestWithProof(calls.passkey(id))(proof),
    ['SecondFactor'],
  ),
}))

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
  useKeepFactorsMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useGetPasskeysQuery,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
} = securityApi
