// The search that a visitor wanted to save when the sign-in was requested. It is kept until a
// reload; after the sign-in the button of that search saves it.

let wanted: string | null = null

export function rememberSearch(address: string) {
  wanted = address
}

/** Whether this search was wanted. True only once. */
export function takeSearch(address: string): boolean {
  if (wanted !== address) return false
  wanted = null
  return true
}
