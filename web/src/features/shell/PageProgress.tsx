// A line above the page while the next page is loading. Without it, a click on a link has no visible effect
// on a slow connection.

import { useNavigation } from 'react-router'
import { pageProgress as texts } from '../../shared/texts/pageProgress.ts'
import { useDebouncedValue } from '../../shared/useDebouncedValue.ts'
import './PageProgress.css'

/** The line is shown only if the page opens later than this (ms). */
const showDelay = 300

export function PageProgress() {
  const isLoading = useNavigation().state !== 'idle'
  const isSlow = useDebouncedValue(isLoading, showDelay)
  return (
    <div aria-live="polite">
      {isLoading && isSlow && (
        <div className="sh-progress">
          <span className="xs sh-progress-text">{texts.opening}</span>
        </div>
      )}
    </div>
  )
}
