import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { blogPageSize } from '../../app/limits.ts'
import type {
  CategoryList,
  CommentAnswer,
  CommentCreate,
  CommentList,
  Done,
  PostList,
  PostRead,
  TagList,
} from '../../app/wire/content.ts'
import type { BlogFilters } from './blogFilters.ts'
import { completePost } from './category.ts'

const commentPage = 50

export const blogApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPosts: build.infiniteQuery<PostList, BlogFilters, number>({
      query: ({ queryArg: { category, search, tag }, pageParam }) => ({
        url: calls.posts,
        params: {
          category: category === 'all' ? undefined : category,
          search: search || undefined,
          tag: tag || undefined,
          limit: blogPageSize,
          offset: pageParam,
        },
      }),
      transformResponse: (list: PostList) => ({
        ...list,
        posts: (list.posts ?? []).map(completePost),
      }),
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last, _pages, offset) =>
          last.hasMore ? offset + blogPageSize : undefined,
      },
      providesTags: ['Post'],
    }),
    getFeaturedPost: build.query<PostList, void>({
      query: () => ({ url: calls.posts, params: { featured: true, limit: 1 } }),
      transformResponse: (list: PostList) => ({
        ...list,
        posts: (list.posts ?? []).map(completePost),
      }),
      providesTags: ['Post'],
    }),
    getPost: build.query<PostRead, string>({
      query: (slug) => calls.post(slug),
      transformResponse: (post: PostRead) => completePost(post),
      providesTags: ['Post'],
    }),
    getCategories: build.query<CategoryList, void>({
      query: () => calls.categories,
      transformResponse: (list: CategoryList) => ({ ...list, categories: list.categories ?? [] }),
      providesTags: ['Category'],
    }),
    getTags: build.query<TagList, void>({
      query: () => calls.tags,
      transformResponse: (list: TagList) => ({ ...list, tags: list.tags ?? [] }),
      providesTags: ['Category'],
    }),
    subscribe: build.mutation<{ message?: string }, string>({
      query: (email) => ({ url: calls.newsletter, method: 'POST', body: { email, consent: true } }),
    }),
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
      providesTags: ['Comment'],
    }),
    addComment: build.mutation<CommentAnswer, CommentCreate>({
      query: (body) => ({ url: calls.comments, method: 'POST', body }),
      invalidatesTags: ['Comment'],
    }),
    deleteComment: build.mutation<Done, string>({
      query: (id) => ({ url: calls.comment(id), method: 'DELETE' }),
      invalidatesTags: ['Comment'],
    }),
    restoreComment: build.mutation<CommentAnswer, string>({
      query: (id) => ({ url: calls.commentRestore(id), method: 'POST' }),
      invalidatesTags: ['Comment'],
    }),
  }),
})

export const {
  useGetPostsInfiniteQuery,
  useGetFeaturedPostQuery,
  useGetPostQuery,
  useGetCategoriesQuery,
  useGetTagsQuery,
  useSubscribeMutation,
  useGetCommentsInfiniteQuery,
  useAddCommentMutation,
  useDeleteCommentMutation,
  useRestoreCommentMutation,
} = blogApi
