// The action that a visitor started before the sign-in was requested: to add a car to the favourites, to
// reserve it, or to save a search. The action is kept until a reload. After the sign-in, the pressed
// button continues it.

type Intent = 'favorite' | 'reservation' | 'search'

let remembered: { intent: Intent; subject: string } | null = null

/** `subject` is the id of the car, or the query string of the search. */
export function rememberIntent(intent: Intent, subject: string) {
  remembered = { intent, subject }
}

/** Returns whether this intent was remembered, and forgets it. */
export function takeIntent(intent: Intent, subject: string): boolean {
  if (remembered?.intent !== intent || remembered.subject !== subject) return false
  remembered = null
  return true
}
