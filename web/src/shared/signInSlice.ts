// Whether the sign-in dialog is open and where to go after signing in. The shell and many pages open
// it; the auth feature renders it.

import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

type SignIn = { isOpen: boolean; mode: 'login' | 'register'; next: string | null }
type Request = { mode?: SignIn['mode']; next?: string | null }

const closed: SignIn = { isOpen: false, mode: 'login', next: null }

export const signInSlice = createSlice({
  name: 'signIn',
  initialState: closed,
  reducers: {
    signInRequested: {
      reducer: (_signIn, { payload }: PayloadAction<Request>) => ({
        isOpen: true,
        mode: payload.mode ?? 'login',
        next: payload.next ?? null,
      }),
      prepare: (request: Request = {}) => ({ payload: request }),
    },
    signInModeChosen(signIn, { payload }: PayloadAction<SignIn['mode']>) {
      signIn.mode = payload
    },
    signInClosed: () => closed,
  },
})

export const { signInRequested, signInModeChosen, signInClosed } = signInSlice.actions

export const selectSignIn = ({ signIn }: { signIn: SignIn }) => signIn
