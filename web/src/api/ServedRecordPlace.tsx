import { servedRecordId } from './servedRecordId.ts'

/**
 * React keeps an element with `dangerouslySetInnerHTML` as it is while this object does not change.
 */
const asServed = { __html: '' }

/** The place of the served record: hydration leaves its content alone. */
export const ServedRecordPlace = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; the server escapes the content.
  <div id={servedRecordId} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />
)
