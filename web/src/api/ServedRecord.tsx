import { servedRecordId } from './servedRecordId.ts'

/** React takes an element with HTML of its own as it is, and this is never another value. */
const asServed = { __html: '' }

/** The place of the served record while the page hydrates: its content stays as it came. */
export const ServedRecord = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; what is there already was made safe by the server.
  <div id={servedRecordId} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />
)
