// Passkeys with the browser's WebAuthn API and its JSON format.

/** A response of an authenticator, as the service receives it. */
type CredentialJson = Record<string, unknown>

export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

const toJson = (credential: Credential | null): CredentialJson | null =>
  credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : null

/** Returns the authenticator's response. Null after any failure, such as a cancellation by the user. */
async function requestCredential(
  request: () => Promise<Credential | null>,
): Promise<CredentialJson | null> {
  try {
    return toJson(await request())
  } catch {
    return null
  }
}

export function createPasskey(options: object): Promise<CredentialJson | null> {
  return requestCredential(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )
}

export function requestPasskey(options: object): Promise<CredentialJson | null> {
  return requestCredential(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )
}
