// Whether the sign-in dialog is asked for, and where to go afterwards. The shell and many pages ask;
// the auth feature draws the dialog.

import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

type SignIn = { isOpen: boolean; mode: 'login' | 'register'; next: string | null }

const closed: SignIn = { isOpen: false, mode: 'login', next: null }

export const signInSlice = createSlice({
  name: 'signIn',
  initialState: closed,
  reducers: {
    signInRequested: (
      _signIn,
      { payload }: PayloadAction<{ mode?: SignIn['mode']; next?: string | null } | undefined>,
    ) => ({ isOpen: true, mode: payload?.mode ?? 'login', next: payload?.next ?? null }),
    signInModeChosen: (signIn, { payload }: PayloadAction<SignIn['mode']>) => {
      signIn.mode = payload
    },
    signInClosed: () => closed,
  },
  selectors: { selectSignIn: (signIn) => signIn },
})

export const { signInRequested, signInModeChosen, signInClosed } = signInSlice.actions
export const { selectSignIn } = signInSlice.selectors
