// The content service renders the head of an article's or a car's page (title, robots, and elements
// marked data-page). While the app shows that page, this head stays and the app renders none, so
// title and robots are always right. It is removed when the user navigates to another page.

import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useSettings } from '../../api/settings.ts'
import { formatPageTitle } from './pageMeta.ts'

let elements: Element[] = []
let pagePath = ''

/** Finds the prerendered head. Runs when this module is loaded, before hydration. */
export function readPrerenderedHead(): void {
  const isRendered = document.head.querySelector('[data-page]') !== null
  elements = isRendered ? [...document.head.querySelectorAll('title, [data-page]')] : []
  pagePath = location.pathname
}
if (globalThis.document) readPrerenderedHead()

/** Whether the prerendered head of this path (by default: of any page) is still in the document. */
export function hasPrerenderedHead(path = pagePath): boolean {
  return elements.length > 0 && path === pagePath
}

/** Removes the prerendered head after a navigation to another page. */
export function useRemovePrerenderedHead(): void {
  const { pathname } = useLocation()
  // A layout effect, because the old and the new head must not be visible together.
  useLayoutEffect(() => {
    if (pathname === pagePath) return
    for (const element of elements) element.remove()
    elements = []
  }, [pathname])
}

/** Title of a page that is loading or has failed. A prerendered title is kept. */
export function useFallbackTitle(title: string | null) {
  const { siteName } = useSettings()
  useEffect(() => {
    if (!title || document.head.querySelector('title')) return
    const element = document.createElement('title')
    element.textContent = formatPageTitle(title, siteName)
    document.head.append(element)
    return () => element.remove()
  }, [title, siteName])
}
