// The action that a visitor started before the sign-in was requested: to add a car to the favourites, to
// reserve it, or to save a search. It is kept until a reload; after the sign-in the button that was
// pressed goes on.

type Intent = 'favorite' | 'reservation' | 'search'

let remembered: { intent: Intent; subject: string } | null = null

/** `subject`: the id of the car, or the address of the search. */
export function rememberIntent(intent: Intent, subject: string) {
  remembered = { intent, subject }
}

/** Whether this intent was remembered. True only once. */
export function takeIntent(intent: Intent, subject: string): boolean {
  if (remembered?.intent !== intent || remembered.subject !== subject) return false
  remembered = null
  return true
}
