// What had the focus may go with its part of the page: the button that opened the sign-in, a link of
// the page that was left. The focus then lies nowhere, and a keyboard would begin at the top again.

import { useEffect } from 'react'

/** Nobody sees the focus on a heading; it is said, and the next key goes on from there. */
export function focusQuietly(element: HTMLElement) {
  if (!element.matches('a, button, input, select, textarea, [tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Gives a focus that lies nowhere to the dialog that still stands, or to the heading of the page. */
export function catchFocus() {
  if (document.activeElement !== document.body) return
  const open = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const place = open ?? document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
  if (place) focusQuietly(place)
}

/** Stands in what is opened over the page and gives the focus back when it leaves. */
export function FocusKept() {
  // What the focus was taken from gets it first, if it is still there.
  useEffect(() => () => void requestAnimationFrame(catchFocus), [])
  return null
}
