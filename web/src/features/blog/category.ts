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
export function completePost<Post extends { category: string }>(post: Post): Post {
  return { ...defaults, ...post, category: parseCategories(post.category)[0] ?? '' }
}
