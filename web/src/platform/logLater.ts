/** Logs an error of a part that failed to render; the log's code is loaded only then. */
export function logLater(context: string, error: unknown): void {
  void import('./clientLog.ts').then(({ logError }) => logError(context, error))
}
