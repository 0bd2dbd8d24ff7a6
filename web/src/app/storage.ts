// The browser storage keys of the specification. Storage may be unavailable (private windows, full
// disk); then a value is absent. `refreshToken` is here only to be removed; it is never written.

export const storageKeys = {
  user: 'user',
  isAuthenticated: 'isAuthenticated',
  lastActivity: 'lastActivity',
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  userId: 'userId',
  refreshedAt: 'refreshedAt',
  theme: 'theme',
  turnstileToken: 'turnstile_token',
  vkSessionToken: 'vk_session_token',
  socialAuthState: 'social_auth_state',
  socialAuthProvider: 'social_auth_provider',
  googleOauthState: 'google_oauth_state',
  vkOauthCallback: 'vk_oauth_callback',
  googleOauthCallback: 'google_oauth_callback',
} as const

const publicKeys: readonly string[] = [storageKeys.theme]
const privateKeys = Object.values(storageKeys).filter((key) => !publicKeys.includes(key))

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Nothing depends on this value being stored.
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

/** Tab storage that is not personal, so it stays after a sign-out. */
const publicTabKeys: readonly string[] = ['start_screen_seen', 'reloaded_for_version']

/** A cookie that scripts can read; it says that there may be a session (api.md, section 9). */
const hint = 'signed_in'

export const hasSessionHint = () =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${hint}=1`)

export function clearPrivateStorage(): void {
  // The server leaves this cookie after a session has ended; then every page load would request a user.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  if (hasSessionHint()) document.cookie = `${hint}=; Max-Age=0; Path=/`
  for (const key of privateKeys) remove(key)
  try {
    // Form drafts are stored here, with names and phones.
    for (const key of Object.keys(sessionStorage))
      if (!publicTabKeys.includes(key)) sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}
