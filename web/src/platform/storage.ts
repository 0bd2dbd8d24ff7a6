// The browser storage keys of the specification. Storage may be unavailable (private windows, full
// disk); then a value is absent. `refreshToken` is here only to be removed; nothing writes it.

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

/** Keys of the tab's storage. Drafts of forms have their own keys (shared/form/draft.ts). */
export const tabKeys = {
  /** boot.js reads it too. */
  startScreenSeen: 'start_screen_seen',
  /**
   * The version for which this tab has reloaded itself: an old cached page must not cause a loop.
   */
  reloadedForVersion: 'reloaded_for_version',
  /** The version with missing code for which this tab has reloaded itself. */
  reloadedWithoutCode: 'reloaded_without_chunk_of',
  logSession: 'log_session_id',
} as const

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
