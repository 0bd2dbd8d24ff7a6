// Document head of an article or a car, which the route does not know before the record is loaded.

import { useEffect } from 'react'
import { useSettings } from '../../api/settings.ts'
import { env } from '../../platform/env.ts'
import { formatPageTitle } from './pageMeta.ts'
import { hasPrerenderedHead } from './prerenderedHead.ts'

type Props = { name: string; description: string; path: string; type?: 'article' }

export function RecordHead({ name, description, path, type }: Props) {
  const { siteName } = useSettings()
  const title = formatPageTitle(name, siteName)
  const isPrerendered = hasPrerenderedHead(path)
  useEffect(() => {
    if (!isPrerendered) document.title = title
  }, [title, isPrerendered])
  if (isPrerendered) return null
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={env.publicUrl + path} />
      {type && <meta property="og:type" content={type} />}
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={env.publicUrl + path} />
    </>
  )
}
