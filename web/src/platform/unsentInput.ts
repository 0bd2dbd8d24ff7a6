// Registry of data that a reload would lose: typed values that are not sent, and running uploads.
// Forms and uploads register here (shared/form/unsent.ts). The update prompt, the service worker,
// the router (shared/LeaveGuard.tsx) and the browser ask this registry.

/**
 * What happens to unsent input when another page replaces this one:
 * - `asks`: it would be lost, so the user is asked first;
 * - `kept`: it is still there when the user returns, so only closing the tab asks;
 * - `brief`: it is quick to type again, such as a code, so there is no question; only reloads by the site wait.
 */
export type UnsentKind = 'asks' | 'kept' | 'brief'

export type UnsentEntry = {
  kind: UnsentKind
  isUpload?: boolean
  /** Called when the user leaves without sending. */
  discard?: () => void
}

const unsent = new Set<UnsentEntry>()

function askBeforeClosing(event: BeforeUnloadEvent) {
  event.preventDefault()
}

// Registered only while needed: browsers do not cache pages with this listener for Back.
function updateQuestion() {
  if ([...unsent].some(({ kind }) => kind !== 'brief'))
    addEventListener('beforeunload', askBeforeClosing)
  else removeEventListener('beforeunload', askBeforeClosing)
}

/** Registers unsent input. The returned function removes it. */
export function holdUnsent(entry: UnsentEntry): () => void {
  unsent.add(entry)
  updateQuestion()
  return () => {
    unsent.delete(entry)
    updateQuestion()
  }
}

/** Whether a reload would lose input or an upload. */
export const hasUnsentInput = () => unsent.size > 0

/** Input that a navigation would lose, so the user is asked first. */
export const findInputLostByLeaving = () => [...unsent].filter(({ kind }) => kind === 'asks')

/** Drops the input that leaving would lose, because the user leaves or the session has ended. */
export function discardUnsent(): void {
  for (const entry of findInputLostByLeaving()) {
    unsent.delete(entry)
    entry.discard?.()
  }
  updateQuestion()
}

/**
 * Input in a form that is not hydrated, and so not registered. In a hydrated field React keeps the
 * attribute equal to the value.
 */
export const hasInputBeforeHydration = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
