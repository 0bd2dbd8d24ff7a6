/** Logs an error of a part that failed to render. The logger's code is loaded only then. */
export function logLater(context: string, error: unknown): void {
  import('./clientLog.ts').then(
    ({ logError }) => logError(context, error),
    // Without its code nothing can be logged; the part's own error is on the screen.
    () => {},
  )
}
