// What a visitor was about to do when the sign-in was requested: to add a car to the favourites, to
// reserve it, or to save a search. It is kept until a reload; after the sign-in the button that was
// pressed goes on.

type Intent = 'favorite' | 'reservation' | 'search'

let remembered: { intent: Intent; what: string } | null = null

/** `what`: the id of the car, or the address of the search. */
export function rememberIntent(intent: Intent, what: string) {
  remembered = { intent, what }
}

/** Whether this intent was remembered. True only once. */
export function takeIntent(intent: Intent, what: string): boolean {
  if (remembered?.intent !== intent || remembered.what !== what) return false
  remembered = null
  return true
}
