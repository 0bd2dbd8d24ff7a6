/** At the latest after so many milliseconds. */
const longest = 2000
/** Safari does not say when it is idle. */
const withoutSign = 1000

/** Resolves when the browser has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, withoutSign)
    else requestIdleCallback(() => resolve(), { timeout: longest })
  })
}
