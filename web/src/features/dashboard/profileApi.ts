import { injectCalls } from '../../app/api/endpoints.ts'
import { calls } from '../../app/calls.ts'
import { fileBody } from './uploads.ts'

export const { useChangeProfileMutation, usePutAvatarMutation, useDropAvatarMutation } =
  injectCalls(({ patch, put, remove }) => ({
    changeProfile: patch(calls.me),
    putAvatar: put((picture: Blob) => ({
      url: calls.avatar,
      body: fileBody(picture, 'avatar.jpg'),
    })),
    dropAvatar: remove(calls.avatar),
  }))
