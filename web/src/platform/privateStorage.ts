// Session data in the browser: whether there may be a session, and its removal at a sign-out.

import { remove, storageKeys, tabKeys } from './storage.ts'

/** The key of drafts and unsent messages of conversations. Not in `storageKeys`, which the first paint loads. */
export const conversationsKey = 'conversations'
/** The key of calculations that were saved without a session. Not in `storageKeys`, like `conversationsKey`. */
export const guestCalculationsKey = 'guest_calculations'

const publicKeys: readonly string[] = [storageKeys.theme]
const privateKeys = Object.values(storageKeys).filter((key) => !publicKeys.includes(key))

/**
 * Tab storage that is not personal, such as the guards against reload loops. It stays after a
 * sign-out.
 */
const publicTabKeys: readonly string[] = [
  tabKeys.startScreenSeen,
  tabKeys.reloadedForVersion,
  tabKeys.reloadedWithoutCode,
]

/** A cookie that scripts can read. It means that there may be a session. */
const hint = 'signed_in'

export const hasSessionHint = () =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${hint}=1`)

export function clearPrivateStorage(): void {
  // The server does not remove this cookie when a session ends. With it, every page load would request
  // the user.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  if (hasSessionHint()) document.cookie = `${hint}=; Max-Age=0; Path=/`
  for (const key of [...privateKeys, conversationsKey, guestCalculationsKey]) remove(key)
  try {
    // Form drafts are stored here, with names and phones.
    for (const key of Object.keys(sessionStorage))
      if (!publicTabKeys.includes(key)) sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}
