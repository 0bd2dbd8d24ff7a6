// What had the focus may go with its part of the page: the button that opened the sign-in, a link of
// the page that was left. The focus then lies nowhere, and a keyboard would begin at the top again.

import { type RefObject, useEffect } from 'react'

/** A heading takes focus without a ring: screen readers announce it, and Tab continues after it. */
export function focusWithoutScroll(element: HTMLElement) {
  if (!element.matches('a, button, input, select, textarea, [tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const heading = () => document.querySelector<HTMLElement>('h1')

export function isFocusLost() {
  const { activeElement: now, body } = document
  return !now || now === body || now.matches(':disabled')
}

/** Gives a focus that lies nowhere, or was only put by, to the place nearest to what went. */
export function restoreFocus(near?: HTMLElement | null) {
  if (!isFocusLost() && !(near && document.activeElement === heading())) return
  const open = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const inside = near && open?.contains(near) ? near : open
  const place = inside ?? near ?? heading() ?? document.querySelector('main')
  if (place) focusWithoutScroll(place)
}

/** Stands in what is opened over the page and gives the focus back when it leaves. */
export function RestoreFocusOnUnmount({
  restoreFocusTo,
}: {
  restoreFocusTo?: RefObject<HTMLElement | null>
}) {
  // What the focus was taken from gets it first, if it is still there.
  useEffect(
    () => () => void requestAnimationFrame(() => restoreFocus(restoreFocusTo?.current)),
    [restoreFocusTo],
  )
  return null
}
