// What the debug page may show. A value of the browser storage is hidden unless its key is known to
// be harmless. Secrets in log lines are masked.

const visibleKeys = new Set(['theme', 'isAuthenticated', 'lastActivity', 'start_screen_seen'])

export type StoredItem = { key: string; value: string | null; size: number }

/** `value` is null if it is hidden. */
export function readStorage(storage: Storage): StoredItem[] {
  return Object.keys(storage)
    .sort()
    .map((key) => {
      const value = storage.getItem(key) ?? ''
      return { key, value: visibleKeys.has(key) ? value : null, size: value.length }
    })
}

const secretPatterns: readonly [RegExp, string][] = [
  [/v4\.(?:public|local)\.[\w-]+(?:\.[\w-]+)?/g, 'v4.•••'],
  [/\bBearer\s+\S+/gi, 'Bearer •••'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '•••@•••'],
  [/\+?\d[\d ()-]{8,}\d/g, '•••'],
  [/((?:password|token|code|secret|key)["']?\s*[:=]\s*["']?)[^"'\s,}&]+/gi, '$1•••'],
]

export function maskSecret(text: string): string {
  return secretPatterns.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text)
}
