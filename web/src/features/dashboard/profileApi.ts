import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { User } from '../../app/sessionEvents.ts'
import type { UserAnswer } from '../../app/wire/auth.ts'
import { fileBody } from './uploads.ts'

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeProfile: build.mutation<UserAnswer, Pick<User, 'first_name' | 'last_name' | 'phone'>>({
      query: (body) => ({ url: calls.me, method: 'PATCH', body }),
    }),
    putAvatar: build.mutation<UserAnswer, Blob>({
      query: (picture) => ({
        url: calls.avatar,
        method: 'PUT',
        body: fileBody(picture, 'avatar.jpg'),
      }),
    }),
    dropAvatar: build.mutation<UserAnswer, void>({
      query: () => ({ url: calls.avatar, method: 'DELETE' }),
    }),
  }),
})

export const { useChangeProfileMutation, usePutAvatarMutation, useDropAvatarMutation } = profileApi
