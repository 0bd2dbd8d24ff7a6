import { blogPageSize, startUp } from '../shared/limits.ts'
import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import { readServedAnswer } from './servedRecord.ts'
import { listTag } from './tags.ts'
import type { PostList, PostRead } from './wire/content.ts'

/** Reads the API's category: a string, a list of strings, or such a list as JSON text. */
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

// Values for fields that a response may lack, so that no page is blank.
const postDefaults = {
  excerpt: '',
  content_html: '',
  tags: [],
  related: [],
  first_name: '',
  last_name: '',
  read_minutes: null,
}

/** The post with one category and without missing fields. */
function completePost<Post extends { category: string }>(post: Post): Post {
  return { ...postDefaults, ...post, category: parseCategories(post.category)[0] ?? '' }
}

/** `category` is 'all' for posts of every category. */
type PostFilters = { category: string; search: string; tag: string }

/** The list without missing fields. */
const completeList = (list: PostList): PostList => ({
  ...list,
  posts: (list.posts ?? []).map(completePost),
})

const postListTags = [listTag('Post')]

export const postsApi = injectCalls(({ get, list }) => ({
  getPosts: list(
    ({ category, search, tag }: PostFilters) => ({
      url: calls.posts,
      params: {
        category: category === 'all' ? undefined : category,
        search: search || undefined,
        tag: tag || undefined,
      },
    }),
    { type: 'Post', pageSize: blogPageSize, rows: ({ posts }) => posts, complete: completeList },
  ),
  getFeaturedPost: get(
    () => ({ url: calls.posts, params: { featured: true, limit: 1 } }),
    postListTags,
    completeList,
  ),
  getLatestPosts: get(
    () => ({ url: calls.posts, params: { limit: startUp.blogPosts } }),
    postListTags,
  ),
  getPost: get(calls.post, (_post, _error, slug) => [{ type: 'Post', id: slug }], completePost),
  getCategories: get(calls.categories, ['Category'], (answer) => ({
    ...answer,
    categories: answer.categories ?? [],
  })),
  getTags: get(calls.tags, ['Category'], (answer) => ({ ...answer, tags: answer.tags ?? [] })),
}))

export const {
  useGetPostsInfiniteQuery,
  useGetFeaturedPostQuery,
  useGetLatestPostsQuery,
  useGetPostQuery,
  useGetCategoriesQuery,
  useGetTagsQuery,
} = postsApi

readServedAnswer<PostRead>('article', (post, { dispatch }, isOld) => {
  const entry = { endpointName: 'getPost', arg: post.slug, value: completePost(post) } as const
  dispatch(postsApi.util.upsertQueryEntries([entry]))
  const refetchOptions = { forceRefetch: true, subscribe: false }
  if (isOld) dispatch(postsApi.endpoints.getPost.initiate(post.slug, refetchOptions))
})
