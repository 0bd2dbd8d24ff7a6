import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'

// A list that is on its way has no tags of its rows yet, and one without a deleted row no longer has its tag.
const changed = [listTag('Comment')]

export const {
  useGetCommentsInfiniteQuery,
  useAddCommentMutation,
  useDeleteCommentMutation,
  useRestoreCommentMutation,
} = injectCalls(({ list, post, remove }) => ({
  getComments: list((postId: string) => ({ url: calls.comment(postId) }), {
    type: 'Comment',
    pageSize: 50,
    rows: ({ data }) => data,
    complete: (answer) => ({ ...answer, data: answer.data ?? [] }),
  }),
  addComment: post(calls.comments, changed),
  deleteComment: remove(calls.comment, changed),
  restoreComment: post(calls.commentRestore, changed),
}))
