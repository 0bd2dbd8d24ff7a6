// Passkeys with the browser's WebAuthn API and its JSON format.

import type { PasskeyOptions } from '../../api/wire/auth.ts'

type Options = PasskeyOptions['options']

export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

const toJson = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential ? (credential.toJSON() as object) : null

/** Returns the authenticator's response, or null if the user cancelled or no passkey was found. */
async function requestCredential(asking: () => Promise<Credential | null>): Promise<object | null> {
  try {
    return toJson(await asking())
  } catch {
    return null
  }
}

export function createPasskey(options: Options): Promise<object | null> {
  return requestCredential(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )
}

export function requestPasskey(options: Options): Promise<object | null> {
  return requestCredential(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )
}
