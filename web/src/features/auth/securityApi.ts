import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'
import type { NewPasskey, PersonalData, TotpConfirm } from '../../api/wire/auth.ts'

/** Authorizes a change of the sign-in methods: a recent confirmation, or the token of an unfinished sign-in. */
export type Proof = { confirmation: string } | { tempToken: string }

const buildProofHeaders = (proof: Proof) =>
  'confirmation' in proof
    ? { 'X-Confirmation': proof.confirmation }
    : { Authorization: `Bearer ${proof.tempToken}` }

/** A request that a proof authorizes. */
const withProof =
  <Url extends string>(url: Url) =>
  (proof: Proof) => ({ url, headers: buildProofHeaders(proof) })

export const securityApi = injectCalls(({ build, get, post, remove }) => ({
  getSessions: get(calls.sessions, ['Session']),
  endSession: remove(calls.session, ['Session']),
  endOtherSessions: remove(calls.sessions, ['Session']),
  changePassword: post(calls.changePassword, ['Session']),
  getIdentities: get(calls.identities, ['Identity']),
  unlinkIdentity: remove(
    ({ proof, id }: { proof: Proof; id: string }) => withProof(calls.identity(id))(proof),
    ['Identity'],
  ),
  getConsents: get(calls.consents, ['Consent']),
  withdrawConsent: remove(calls.consent, ['Consent']),
  giveConsent: post(calls.consents, ['Consent']),
  confirmOneself: post(calls.confirm),
  mailConfirmCode: post(calls.confirmCode),
  exportMe: build.mutation<PersonalData, Proof>({ query: withProof(calls.export) }),
  eraseMe: remove(withProof(calls.me)),
  getSecondFactor: get(calls.mySecondFactor, ['SecondFactor']),
  keepFactors: post(withProof(calls.keepFactors), ['SecondFactor']),
  beginTotp: post(withProof(calls.totp)),
  confirmTotp: post(
    ({ proof, ...body }: { proof: Proof } & TotpConfirm) => ({
      ...withProof(calls.totpConfirm)(proof),
      body,
    }),
    ['SecondFactor'],
  ),
  removeTotp: remove(withProof(calls.totp), ['SecondFactor']),
  renewRecoveryCodes: post(withProof(calls.recoveryCodes), ['SecondFactor']),
  getPasskeys: get(calls.passkeys, ['SecondFactor']),
  beginPasskey: post(withProof(calls.passkeyOptions)),
  addPasskey: post(
    ({ proof, ...body }: { proof: Proof } & NewPasskey) => ({
      ...withProof(calls.passkeys)(proof),
      body,
    }),
    ['SecondFactor'],
  ),
  removePasskey: remove(
    ({ proof, id }: { proof: Proof; id: string }) => withProof(calls.passkey(id))(proof),
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
