// The typed values of a form in the session storage, so that they survive a reload.

/** The stored texts of the fields in `blank`; what is no text in both is not restored. */
export function readDraft<Values extends object>(key: string, blank: Values): Partial<Values> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return {}
    const texts = Object.entries(stored).filter(
      ([name, value]) =>
        typeof value === 'string' && typeof blank[name as keyof Values] === 'string',
    )
    return Object.fromEntries(texts) as Partial<Values>
  } catch {
    return {}
  }
}

/** Stores the texts of a form; consent is given for one message, so it is not stored. */
export function saveDraft(key: string, values: object) {
  try {
    const texts = Object.entries(values).filter(([, value]) => value && typeof value === 'string')
    if (texts.length > 0) sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(texts)))
    else sessionStorage.removeItem(key)
  } catch {
    // A draft that cannot be stored is not an error.
  }
}
