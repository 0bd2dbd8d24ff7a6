import { useEffect, useState } from 'react'
import { successMessage } from '../limits.ts'

/** True for a few seconds after the count grew. */
export function useJustSent(sentCount: number): boolean {
  const [shownCount, setShownCount] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setShownCount(sentCount), successMessage)
    return () => clearTimeout(timer)
  }, [sentCount])
  return sentCount > shownCount
}

/** In a dialog, a new step takes the focus, which was lost with the button of the previous step. */
export function useFocusInDialog(firstFieldId: () => string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form is mounted.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const field = document.getElementById(firstFieldId())
    if (field?.closest('[role="dialog"]')) field.focus()
  }, [])
}
