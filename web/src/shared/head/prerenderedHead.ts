// The content service renders the head of an article's or a car's page (title, robots, and elements marked
// data-page). While the app shows that page, this head stays as it is and the app renders none of its own, so title
// and robots are right at every moment. It is removed when the user goes to another page.

import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useSettings } from '../../api/settings.ts'
import { pageTitle } from './pageMeta.ts'

let elements: Element[] = []
let pagePath = ''

/** Finds the prerendered head; runs when this module is loaded, which is before hydration. */
export function readPrerenderedHead(): void {
  const isRendered = document.head.querySelector('[data-page]') !== null
  elements = isRendered ? [...document.head.querySelectorAll('title, [data-page]')] : []
  pagePath = location.pathname
}
if (typeof document !== 'undefined') readPrerenderedHead()

/** Whether the head of this path (by default: of any page) is prerendered and still there. */
export function hasPrerenderedHead(path = pagePath): boolean {
  return elements.length > 0 && path === pagePath
}

/** Removes the prerendered head after a navigation to another page. */
export function useRemovePrerenderedHead(): void {
  const { pathname } = useLocation()
  // A layout effect: the new head and the old one must not be seen together.
  useLayoutEffect(() => {
    if (pathname === pagePath) return
    for (const element of elements) element.remove()
    elements = []
  }, [pathname])
}

/** A title while a page is loading or has failed; a title that is there already is better. */
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
