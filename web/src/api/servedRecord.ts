// An article or a car in the HTML of the page: the content service puts its text into the element `served-record`, and
// the API's answer about it beside the text, as JSON. The page shows the text until its own code is there, and
// its first render has the answer, so it needs no request and shows no skeleton (docs/decisions/0156).

import { type AppStore, pageStore } from '../app/store.ts'
import { servedRecordId } from './servedRecordId.ts'

const element = () => globalThis.document?.getElementById(servedRecordId) ?? null

/** True until the page itself is rendered. */
export const hasServedRecord = () => element() !== null

/** How far the reader has scrolled the element with this class in the served record, in px. */
export const servedScrollTop = (className: string): number =>
  element()?.getElementsByClassName(className)[0]?.scrollTop ?? 0

/** A page that the browser kept, as for its button 'back', may be an old one. */
const isKeptPage = () =>
  (performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'back_forward'

/**
 * Gives the API's answer about the served record to `use`, which puts it into the store, if it is a record of this
 * kind. `isOld`: it may be out of date, so it is to be requested again.
 */
export function readServedAnswer<Answer>(
  kind: 'article' | 'car',
  use: (answer: Answer, store: AppStore, isOld: boolean) => void,
): void {
  const data = element()?.querySelector<HTMLScriptElement>('script[type="application/json"]')
  if (data?.dataset.kind === kind) use(JSON.parse(data.text), pageStore(), isKeptPage())
}
