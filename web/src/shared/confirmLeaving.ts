// The question before an action that takes the page away, such as a sign-out, loses unsent input.

import { lostByLeaving } from '../platform/unsentInput.ts'

type Ask = (answer: (leaves: boolean) => void) => void

let ask: Ask | null = null

/** Called by the part that shows the question (LeaveGuard.tsx). */
export function showLeaveQuestionsWith(show: Ask | null): void {
  ask = show
}

/** True when nothing is lost or the user goes on; then the input is discarded. */
export function confirmLeaving(): Promise<boolean> {
  const show = ask
  if (!show || lostByLeaving().length === 0) return Promise.resolve(true)
  return new Promise(show)
}
