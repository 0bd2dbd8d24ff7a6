// Asks before an action that leaves the page, such as a sign-out, loses unsent input.

import { findInputLostByLeaving } from '../platform/unsentInput.ts'

type ShowLeaveQuestion = (answer: (leaves: boolean) => void) => void

let ask: ShowLeaveQuestion | null = null

/** Called by the component that shows the question (LeaveGuard.tsx). */
export function showLeaveQuestionsWith(show: ShowLeaveQuestion | null): void {
  ask = show
}

/** True if nothing is lost or the user agrees; then the input is discarded. */
export function confirmLeaving(): Promise<boolean> {
  const show = ask
  if (!show || findInputLostByLeaving().length === 0) return Promise.resolve(true)
  return new Promise(show)
}
