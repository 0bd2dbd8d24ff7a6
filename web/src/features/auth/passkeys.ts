// Passkeys by the browser's own WebAuthn; it reads and writes the JSON that the server speaks.

import type { PasskeyOptions } from '../../app/wire/auth.ts'

type Options = PasskeyOptions['options']

export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

const asJson = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential ? (credential.toJSON() as object) : null

/** The authenticator's answer, or null where the person changed his mind or none was found. */
async function answered(asking: () => Promise<Credential | null>): Promise<object | null> {
  try {
    return asJson(await asking())
  } catch {
    return null
  }
}

export function makePasskey(options: Options): Promise<object | null> {
  return answered(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )
}

export function showPasskey(options: Options): Promise<object | null> {
  return answered(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )
}
