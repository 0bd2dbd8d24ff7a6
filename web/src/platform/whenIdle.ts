/** Longest wait for an idle moment, in ms. */
const maxWait = 2000
/** Safari does not say when it is idle. */
const fallbackWait = 1000

/** Resolves when the browser has nothing else to do. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, fallbackWait)
    else requestIdleCallback(() => resolve(), { timeout: maxWait })
  })
}
