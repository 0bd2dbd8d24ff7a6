// The car that a visitor wanted to keep when the sign-in was asked for. It lives as long as the page: after the sign-in
// the button of that car keeps it.

let wanted: string | null = null

export function rememberFavorite(car: string) {
  wanted = car
}

/** Whether this car was wanted; true once. */
export function takeFavorite(car: string): boolean {
  if (wanted !== car) return false
  wanted = null
  return true
}
