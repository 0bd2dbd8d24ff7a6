// The token banner: why it stands, and where the customer was when it came up.

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
