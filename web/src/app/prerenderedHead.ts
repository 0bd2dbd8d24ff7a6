// A page opened by its own address came with a head written by the content service, marked data-page.
// Once the app has drawn its own head, the served one would say everything twice. The linked data
// stays as long as the page does: search engines read it after the scripts have run.

import { useEffect } from 'react'
import { pageTitle } from './pageMeta.ts'
import { useSettings } from './settings.ts'

export function useTakeOverPrerenderedHead() {
  useEffect(() => {
    for (const element of document.head.querySelectorAll('[data-page]:not(script)'))
      element.remove()
    return () => {
      for (const element of document.head.querySelectorAll('script[data-page]')) element.remove()
    }
  }, [])
}

/** A page that cannot know its own title yet, or never will, still has one; the served one is better. */
export function useFallbackTitle(title: string | null) {
  const { siteName } = useSettings()
  useEffect(() => {
    if (!title || document.head.querySelector('title')) return
    const element = document.createElement('title')
    element.textContent = pageTitle(title, siteName)
    document.head.append(element)
    return () => element.remove()
  }, [title, siteName])
}
