// The focused element may be removed with its part of the page: the button that opened the sign-in,
// or a link of the previous page. Then nothing has the focus, and keyboard users would start again
// at the top.

import { type RefObject, useEffect } from 'react'

/** A heading takes focus without a ring: screen readers announce it, and Tab continues after it. */
export function focusWithoutScroll(element: HTMLElement) {
  if (!element.matches('a, button, input, select, textarea, [tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const findPageHeading = () => document.querySelector<HTMLElement>('h1')

export function isFocusLost() {
  const { activeElement: focused, body } = document
  return !focused || focused === body || focused.matches(':disabled')
}

/** The element that has the focus because `guessFocus` found nothing better. */
let guessedElement: Element | null = null

/** The focus is on the heading of a new page, or on an element that was only guessed. */
function isProvisional() {
  const { activeElement: focused } = document
  return focused !== null && (focused === findPageHeading() || focused === guessedElement)
}

/**
 * If nothing useful has the focus, moves it to the element nearest to the removed one. This is a guess: code that knows
 * a better place may move the focus again later, as a closing record does on a slow device.
 */
export function guessFocus(near: HTMLElement | null) {
  restoreFocus(near)
  guessedElement = document.activeElement
}

const dialogs = '[role$="dialog"]'

/** Marks the dialog of a focused element as one that has had the focus. */
export function markEntered(focused: Element) {
  focused.closest(dialogs)?.setAttribute('data-entered', '')
}

/** If nothing useful has the focus, moves it to `near`, or else to the dialog, heading or content of the page. */
export function restoreFocus(near?: HTMLElement | null) {
  if (!isFocusLost() && !(near?.isConnected && isProvisional())) return
  const open = [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1)
  // A dialog that is opening moves the focus to its first field in the next frame, but only if nothing inside has it.
  if (open && !open.hasAttribute('data-entered')) return
  const inside = near && open?.contains(near) ? near : open
  const place = inside ?? near ?? findPageHeading() ?? document.querySelector('main')
  if (place) focusWithoutScroll(place)
}

/** Restores the focus when it is unmounted. Dialogs and popovers render it. */
export function RestoreFocusOnUnmount({
  restoreFocusTo,
}: {
  restoreFocusTo?: RefObject<HTMLElement | null>
}) {
  // The element that lost the focus gets it back, if it is still there.
  useEffect(
    () => () => void requestAnimationFrame(() => restoreFocus(restoreFocusTo?.current)),
    [restoreFocusTo],
  )
  return null
}
