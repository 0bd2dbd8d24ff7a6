import { customerSignedIn, type User } from '../src/api/sessionActions.ts'
import { makeStore } from '../src/app/store.ts'
import { anna } from './inbox.ts'

/** A store in which this user is signed in. */
export function makeSignedInStore(user: User = anna) {
  const store = makeStore()
  store.dispatch(customerSignedIn({ user }))
  return store
}
