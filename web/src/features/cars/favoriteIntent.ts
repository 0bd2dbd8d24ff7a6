// The car that a visitor wanted to add to the favourites when the sign-in was requested. It is kept
// until a reload; after the sign-in the button of that car adds it.

let wanted: string | null = null

export function rememberFavorite(car: string) {
  wanted = car
}

/** Whether this car was wanted. True only once. */
export function takeFavorite(car: string): boolean {
  if (wanted !== car) return false
  wanted = null
  return true
}
