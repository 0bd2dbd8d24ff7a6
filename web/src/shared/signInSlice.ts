// Whether the sign-in dialog is open, and the page after signing in. The shell and many pages open
// it; the auth feature renders it.

import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { customerSignedIn } from '../api/sessionActions.ts'

type SignIn = { isOpen: boolean; mode: 'login' | 'register'; next: string | null; reason: string }
/**
 * `reason`: the dialog's explanation of why signing in is needed. `next`: the page after signing
 * in.
 */
type SignInRequest = { mode?: SignIn['mode']; next?: string | null; reason?: string }

const closed: SignIn = { isOpen: false, mode: 'login', next: null, reason: '' }

export const signInSlice = createSlice({
  name: 'signIn',
  initialState: closed,
  reducers: {
    signInRequested: {
      reducer: (_signIn, { payload }: PayloadAction<SignInRequest>) => ({
        isOpen: true,
        mode: payload.mode ?? 'login',
        next: payload.next ?? null,
        reason: payload.reason ?? '',
      }),
      prepare: (request: SignInRequest = {}) => ({ payload: request }),
    },
    signInModeChosen(signIn, { payload }: PayloadAction<SignIn['mode']>) {
      signIn.mode = payload
    },
    signInClosed: () => closed,
  },
  // A restored session, or a sign-in in another tab, answers the request as well.
  extraReducers: (builder) => builder.addCase(customerSignedIn, () => closed),
})

export const { signInRequested, signInModeChosen, signInClosed } = signInSlice.actions

export const selectSignIn = ({ signIn }: { signIn: SignIn }) => signIn
