// A category may be told as a word, as a list of words or as such a list written down (product-spec.md,
// section 3); here it becomes the first of its words.

function wordsOf(told: unknown): string[] {
  if (Array.isArray(told)) return told.filter((word) => typeof word === 'string')
  if (typeof told !== 'string') return []
  if (!told.trim().startsWith('[')) return [told]
  try {
    return wordsOf(JSON.parse(told))
  } catch {
    return [told]
  }
}

export function withCategory<Post extends { category: string }>(post: Post): Post {
  return { ...post, category: wordsOf(post.category)[0] ?? '' }
}
