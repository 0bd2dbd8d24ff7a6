// The session banner: why it is shown, and on which page the customer was.

import type { UnknownAction } from '@reduxjs/toolkit'
import { isOneOf } from './events.ts'
import {
  customerSignedIn,
  customerSignedOut,
  type SessionBanner,
  sessionBannerDismissed,
  sessionEnded,
  sessionRenewed,
  sessionStalled,
} from './sessionEvents.ts'
import { signInRequested } from './signInSlice.ts'

const closing = [
  customerSignedIn,
  customerSignedOut,
  sessionRenewed,
  sessionBannerDismissed,
  signInRequested,
]

export function sessionBannerReducer(
  banner: SessionBanner | null = null,
  action: UnknownAction,
): SessionBanner | null {
  if (sessionEnded.match(action) || sessionStalled.match(action)) return action.payload ?? banner
  return isOneOf(action, ...closing) ? null : banner
}

export const selectSessionBanner = (state: { sessionBanner: SessionBanner | null }) =>
  state.sessionBanner
