import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { listTag } from './tags.ts'

// The list's tag is always included: a loading list has no row tags yet, and a list without a
// deleted row has lost that row's tag.
const commentTags = [listTag('Comment')]

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
  addComment: post(calls.comments, commentTags),
  deleteComment: remove(calls.comment, commentTags),
  restoreComment: post(calls.commentRestore, commentTags),
}))
