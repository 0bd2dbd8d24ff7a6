// The document head of an article; the route does not know it before the article is loaded.

import { useEffect } from 'react'
import { env } from '../../app/env.ts'
import { pageTitle } from '../../app/pageMeta.ts'
import { pages } from '../../app/paths.ts'
import { hasPrerenderedHead } from '../../app/prerenderedHead.ts'
import { useSettings } from '../../app/settings.ts'
import type { PostRead } from '../../app/wire/content.ts'

export function ArticleHead({ post }: { post: PostRead }) {
  const { siteName } = useSettings()
  const url = env.publicUrl + pages.article(post.slug)
  const title = pageTitle(post.title, siteName)
  const isPrerendered = hasPrerenderedHead(pages.article(post.slug))
  useEffect(() => {
    if (!isPrerendered) document.title = title
  }, [title, isPrerendered])
  if (isPrerendered) return null
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={post.excerpt} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={post.title} />
      <meta property="og:description" content={post.excerpt} />
      <meta property="og:url" content={url} />
    </>
  )
}
