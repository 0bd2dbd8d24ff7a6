import { api } from '../api.ts'
import { calls } from '../calls.ts'
import { blogPageSize, startUp } from '../limits.ts'
import type { CategoryList, PostList, PostRead, TagList } from '../wire/content.ts'
import { listTag } from './tags.ts'

// A category may be a string, a list of strings or such a list as JSON text (product-spec.md,
// section 3); here it becomes the first string.

function parseCategories(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((word) => typeof word === 'string')
  if (typeof value !== 'string') return []
  if (!value.trim().startsWith('[')) return [value]
  try {
    return parseCategories(JSON.parse(value))
  } catch {
    return [value]
  }
}

// What an answer may lack, so that no page is blank without it.
const defaults = {
  excerpt: '',
  content_html: '',
  tags: [],
  related: [],
  first_name: '',
  last_name: '',
  read_minutes: null,
}

/** The post with one category, and with empty values for what the answer lacks. */
function completePost<Post extends { category: string }>(post: Post): Post {
  return { ...defaults, ...post, category: parseCategories(post.category)[0] ?? '' }
}

/** `category` is 'all' for every category. */
type PostFilters = { category: string; search: string; tag: string }

const postList = listTag('Post')

export const postsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPosts: build.infiniteQuery<PostList, PostFilters, number>({
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
      providesTags: [postList],
    }),
    getFeaturedPost: build.query<PostList, void>({
      query: () => ({ url: calls.posts, params: { featured: true, limit: 1 } }),
      transformResponse: (list: PostList) => ({
        ...list,
        posts: (list.posts ?? []).map(completePost),
      }),
      providesTags: [postList],
    }),
    getLatestPosts: build.query<PostList, void>({
      query: () => ({ url: calls.posts, params: { limit: startUp.blogPosts } }),
      providesTags: [postList],
    }),
    getPost: build.query<PostRead, string>({
      query: (slug) => calls.post(slug),
      transformResponse: (post: PostRead) => completePost(post),
      providesTags: (_post, _error, slug) => [{ type: 'Post', id: slug }],
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
  }),
})

export const {
  useGetPostsInfiniteQuery,
  useGetFeaturedPostQuery,
  useGetLatestPostsQuery,
  useGetPostQuery,
  useGetCategoriesQuery,
  useGetTagsQuery,
} = postsApi
