// The session banner: its reason, the page on which it appeared, and whether the user has closed
// it.

import { createSlice, isAnyOf } from '@reduxjs/toolkit'
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
import { signInRequested } from './signInSlice.ts'

const isClosing = isAnyOf(customerSignedIn, customerSignedOut, sessionRenewed, signInRequested)

export const sessionBannerSlice = createSlice({
  name: 'sessionBanner',
  initialState: null as SessionBanner | null,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(sessionStalledUnseen, (banner, { payload }) => banner ?? payload)
      .addCase(sessionBannerDismissed, (banner) => banner && { ...banner, isDismissed: true })
      .addMatcher(isAnyOf(sessionEnded, sessionStalled), (banner, { payload }) => payload ?? banner)
      .addMatcher(isClosing, () => null),
})

type State = { sessionBanner: SessionBanner | null }

export const selectSessionBanner = ({ sessionBanner }: State) =>
  sessionBanner?.isDismissed ? null : sessionBanner
