import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import { createFileBody } from '../uploads.ts'

export const { useChangeProfileMutation, usePutAvatarMutation, useDropAvatarMutation } =
  injectCalls(({ patch, put, remove }) => ({
    changeProfile: patch(calls.me),
    putAvatar: put((picture: Blob) => ({
      url: calls.avatar,
      body: createFileBody(picture, 'avatar.jpg'),
    })),
    dropAvatar: remove(calls.avatar),
  }))
