// The token banner: why it stands, and where the customer was when it came up.

import { createSlice, isAnyOf } from '@reduxjs/toolkit'
import {
  customerSignedIn,
  customerSignedOut,
  sessionEnded,
  sessionRenewed,
  sessionStalled,
  type Trouble,
  troubleDismissed,
} from './sessionEvents.ts'
import { signInAsked } from './signInSlice.ts'

export const troubleSlice = createSlice({
  name: 'trouble',
  initialState: null as { trouble: Trouble; at: string } | null,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(isAnyOf(sessionEnded, sessionStalled), (before, { payload }) => payload ?? before)
      .addMatcher(
        isAnyOf(customerSignedIn, customerSignedOut, sessionRenewed, troubleDismissed, signInAsked),
        () => null,
      )
  },
  selectors: { selectTrouble: (trouble) => trouble },
})

export const { selectTrouble } = troubleSlice.selectors
