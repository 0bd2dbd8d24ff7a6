import { useEffect, useRef, useState } from 'react'
import { successMessage } from '../limits.ts'

/** True for a few seconds after the count has grown. */
export function useJustSent(sentCount: number): boolean {
  const [shownCount, setShownCount] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setShownCount(sentCount), successMessage)
    return () => clearTimeout(timer)
  }, [sentCount])
  return sentCount > shownCount
}

/**
 * In a dialog, focuses the first field of a new step, because the focused button of the previous
 * step was removed.
 */
export function useFocusInDialog(firstFieldId: () => string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form is mounted.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const field = document.getElementById(firstFieldId())
    if (field?.closest('[role="dialog"]')) field.focus()
  }, [])
}

/**
 * Returns a function that runs a check at once, or, while the mouse button is down, after its release.
 * An error that appears moves the content below, so a button would move away under the pressed pointer
 * and miss its click.
 */
export function useAfterPress() {
  const isPressed = useRef(false)
  useEffect(() => {
    const onMouse = ({ type }: MouseEvent) => {
      isPressed.current = type === 'mousedown'
    }
    addEventListener('mousedown', onMouse, true)
    addEventListener('mouseup', onMouse, true)
    return () => {
      removeEventListener('mousedown', onMouse, true)
      removeEventListener('mouseup', onMouse, true)
    }
  }, [])
  return (run: () => void) => {
    if (isPressed.current) addEventListener('mouseup', run, { once: true })
    else run()
  }
}
