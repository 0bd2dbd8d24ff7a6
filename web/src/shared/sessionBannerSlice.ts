// The session banner: why it is shown, on which page the customer was, and whether they have closed it.

import type { UnknownAction } from '@reduxjs/toolkit'
import {
  customerSignedIn,
  customerSignedOut,
  type SessionBanner,
  sessionBannerDismissed,
  sessionEnded,
  sessionRenewed,
  sessionStalled,
  sessionStalledUnseen,
} from '../api/sessionActions.ts'
import { isOneOf } from '../app/events.ts'
import { signInRequested } from './signInSlice.ts'

const closing = [customerSignedIn, customerSignedOut, sessionRenewed, signInRequested]

export function sessionBannerReducer(
  banner: SessionBanner | null = null,
  action: UnknownAction,
): SessionBanner | null {
  if (sessionStalledUnseen.match(action)) return banner ?? action.payload
  if (sessionEnded.match(action) || sessionStalled.match(action)) return action.payload ?? banner
  if (sessionBannerDismissed.match(action)) return banner && { ...banner, isDismissed: true }
  return isOneOf(action, ...closing) ? null : banner
}

type State = { sessionBanner: SessionBanner | null }

/** Whether the session could not be renewed, or has ended; the user may have closed the banner. */
export const selectHasSessionProblem = ({ sessionBanner }: State) => sessionBanner !== null

export const selectSessionBanner = ({ sessionBanner }: State) =>
  sessionBanner?.isDismissed ? null : sessionBanner
