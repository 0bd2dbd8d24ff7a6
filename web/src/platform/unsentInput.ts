// What would be lost with the page: typed values that are not sent, and uploads that run. Forms and uploads register here
// (shared/form/unsent.ts); the update prompt, the service worker, the router (shared/LeaveGuard.tsx) and the browser ask.

/**
 * What becomes of unsent input when another page takes the place of this one:
 * - `asks`: it would be gone, so the user is asked first;
 * - `kept`: it is still there when the user comes back, so only closing the tab asks;
 * - `brief`: it is typed again in a moment, such as a code, so nobody is asked; only reloads by the site wait.
 */
export type UnsentKind = 'asks' | 'kept' | 'brief'

export type Unsent = {
  kind: UnsentKind
  isUpload?: boolean
  /** Called when the user leaves without sending. */
  discard?: () => void
}

const unsent = new Set<Unsent>()

function askBeforeClosing(event: BeforeUnloadEvent) {
  event.preventDefault()
}

// Registered only while it is needed: pages with this listener are not kept for the button 'back'.
function updateQuestion() {
  if ([...unsent].some(({ kind }) => kind !== 'brief'))
    addEventListener('beforeunload', askBeforeClosing)
  else removeEventListener('beforeunload', askBeforeClosing)
}

/** Registers unsent input; the returned function takes it off. */
export function holdUnsent(entry: Unsent): () => void {
  unsent.add(entry)
  updateQuestion()
  return () => {
    unsent.delete(entry)
    updateQuestion()
  }
}

/** Whether a reload would lose input or an upload. */
export const hasUnsentInput = () => unsent.size > 0

/** What another page would take away, so that the user is asked first. */
export const lostByLeaving = () => [...unsent].filter(({ kind }) => kind === 'asks')

/** The user leaves, or the session has ended: what was not sent is dropped. */
export function discardUnsent(): void {
  for (const entry of lostByLeaving()) {
    unsent.delete(entry)
    entry.discard?.()
  }
  updateQuestion()
}

/**
 * Fields of a form that is not hydrated, so it has not registered. React keeps the attribute of a hydrated field equal to
 * its value.
 */
export const hasInputBeforeHydration = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
