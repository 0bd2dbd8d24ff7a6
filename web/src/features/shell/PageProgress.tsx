// A line above the page while the next page is loading. Without it, a press on a link shows nothing on a slow
// connection.

import { useNavigation } from 'react-router'
import { pageProgress as texts } from '../../shared/texts/pageProgress.ts'
import { useDebouncedValue } from '../../shared/useDebouncedValue.ts'
import './PageProgress.css'

/** A page that opens sooner shows no line (ms). */
const patience = 300

export function PageProgress() {
  const isLoading = useNavigation().state !== 'idle'
  const isSlow = useDebouncedValue(isLoading, patience)
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
