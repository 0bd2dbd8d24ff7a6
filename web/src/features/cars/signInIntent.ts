// What a visitor wanted to do when the sign-in was requested: to add a car to the favourites, to
// reserve it, or to save a search. It is kept until a reload; after the sign-in the button that was
// pressed goes on.

type Intent = 'favorite' | 'reservation' | 'search'

let wanted: { intent: Intent; what: string } | null = null

/** `what`: the id of the car, or the address of the search. */
export function rememberIntent(intent: Intent, what: string) {
  wanted = { intent, what }
}

/** Whether this was wanted. True only once. */
export function takeIntent(intent: Intent, what: string): boolean {
  if (wanted?.intent !== intent || wanted.what !== what) return false
  wanted = null
  return true
}
