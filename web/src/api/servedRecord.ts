// An article or a car in the HTML of the page. The content service puts its text into the element
// `served-record`, and adds the API's response as JSON. The page shows the text until its own code
// is loaded. Its first render uses the response, so it needs no request and no skeleton
// (docs/decisions/0156).

import { type AppStore, getPageStore } from '../app/store.ts'
import { servedRecordId } from './servedRecordId.ts'

const findServedRecord = () => globalThis.document?.getElementById(servedRecordId) ?? null

/** True until the page itself is rendered. */
export const hasServedRecord = () => findServedRecord() !== null

/** Scroll position in px of the element with this class in the served record. */
export const readServedScrollTop = (className: string): number =>
  findServedRecord()?.getElementsByClassName(className)[0]?.scrollTop ?? 0

/** A page from the browser's cache, for example after Back, may be outdated. */
const isKeptPage = () =>
  (performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward'

/**
 * If the served record is of this kind, passes the API's response about it to `use`, which puts it
 * into the store. `isOld`: the response may be outdated, so `use` must request the record again.
 */
export function readServedAnswer<Answer>(
  kind: 'article' | 'car',
  use: (answer: Answer, store: AppStore, isOld: boolean) => void,
): void {
  const script = findServedRecord()?.querySelector<HTMLScriptElement>(
    'script[type="application/json"]',
  )
  if (script?.dataset.kind === kind) use(JSON.parse(script.text), getPageStore(), isKeptPage())
}
