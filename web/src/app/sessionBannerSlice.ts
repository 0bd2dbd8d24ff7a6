// The session banner: why it is shown, and on which page the customer was.

import { createSlice, isAnyOf } from '@reduxjs/toolkit'
import {
  customerSignedIn,
  customerSignedOut,
  type SessionProblem,
  sessionBannerDismissed,
  sessionEnded,
  sessionRenewed,
  sessionStalled,
} from './sessionEvents.ts'
import { signInRequested } from './signInSlice.ts'

export const sessionBannerSlice = createSlice({
  name: 'sessionBanner',
  initialState: null as { problem: SessionProblem; at: string } | null,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(isAnyOf(sessionEnded, sessionStalled), (before, { payload }) => payload ?? before)
      .addMatcher(
        isAnyOf(
          customerSignedIn,
          customerSignedOut,
          sessionRenewed,
          sessionBannerDismissed,
          signInRequested,
        ),
        () => null,
      )
  },
  selectors: { selectSessionBanner: (problem) => problem },
})

export const { selectSessionBanner } = sessionBannerSlice.selectors
