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

export function withCategory<Post extends { category: string }>(post: Post): Post {
  return { ...post, category: parseCategories(post.category)[0] ?? '' }
}
