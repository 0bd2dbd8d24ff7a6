// Stores the typed values of a form in the session storage, so they survive a reload and a crash of
// the tab.

/** Consent is given for one message, so it is not stored. */
const isStored = (name: string, value: unknown) =>
  typeof value === 'string' ||
  (typeof value === 'boolean' && name !== 'consent') ||
  Array.isArray(value)

const isSameType = (value: unknown, blank: unknown) =>
  typeof value === typeof blank && Array.isArray(value) === Array.isArray(blank)

/** Stored values of the fields in `blank`. Values of another type are ignored. */
export function readDraft<Values extends object>(key: string, blank: Values): Partial<Values> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return {}
    const values = Object.entries(stored).filter(
      ([name, value]) => isStored(name, value) && isSameType(value, blank[name as keyof Values]),
    )
    return Object.fromEntries(values) as Partial<Values>
  } catch {
    return {}
  }
}

/** Stores the values that differ from `saved`, and removes the draft if none does. */
export function saveDraft<Values extends object>(key: string, values: Values, saved: Values) {
  try {
    const changed = Object.entries(values).filter(
      ([name, value]) => isStored(name, value) && value !== saved[name as keyof Values],
    )
    if (changed.length > 0) sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(changed)))
    else sessionStorage.removeItem(key)
  } catch {
    // A draft that cannot be stored is not an error.
  }
}
