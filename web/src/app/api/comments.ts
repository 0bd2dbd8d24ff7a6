import { api } from '../api.ts'
import { calls } from '../calls.ts'
import type { CommentAnswer, CommentCreate, CommentList, Done } from '../wire/content.ts'
import { listTag, rowTags } from './tags.ts'

const commentPage = 50

const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getComments: build.infiniteQuery<CommentList, string, number>({
      query: ({ queryArg: postId, pageParam }) => ({
        url: calls.comment(postId),
        params: { limit: commentPage, offset: pageParam },
      }),
      transformResponse: (list: CommentList) => ({ ...list, data: list.data ?? [] }),
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last, pages) =>
          last.hasMore ? pages.reduce((sum, page) => sum + page.data.length, 0) : undefined,
      },
      providesTags: (list) =>
        rowTags(
          'Comment',
          list?.pages.flatMap((page) => page.data),
        ),
    }),
    addComment: build.mutation<CommentAnswer, CommentCreate>({
      query: (body) => ({ url: calls.comments, method: 'POST', body }),
      invalidatesTags: [listTag('Comment')],
    }),
    deleteComment: build.mutation<Done, string>({
      query: (id) => ({ url: calls.comment(id), method: 'DELETE' }),
      // A list that is on its way has no tags of its rows yet.
      invalidatesTags: [listTag('Comment')],
    }),
    restoreComment: build.mutation<CommentAnswer, string>({
      query: (id) => ({ url: calls.commentRestore(id), method: 'POST' }),
      // The list no longer has its tag.
      invalidatesTags: [listTag('Comment')],
    }),
  }),
})

export const {
  useGetCommentsInfiniteQuery,
  useAddCommentMutation,
  useDeleteCommentMutation,
  useRestoreCommentMutation,
} = commentsApi
