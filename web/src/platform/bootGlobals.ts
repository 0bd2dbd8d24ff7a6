// Globals by which the boot script (boot.js) and the app exchange data. The script is not a module, and the
// app comes later, so they cannot import each other.

/** The browser's offer to install the site as an app (Chromium only). */
export type InstallEvent = Event & { prompt: () => Promise<unknown> }

declare global {
  /** Ids of the elements whose parts are not hydrated yet. Written by platform/hydration.ts, read by the script. */
  var partsToHydrate: Set<string> | undefined
  /**
   * Texts that a translation by the browser has replaced since the page was hydrated. Recorded by the script until
   * platform/pageTranslation.ts calls `stop`.
   */
  var translatedTexts: (MutationRecord[] & { stop: () => void }) | undefined
  /** Kept by the script: the browser fires the event once and early. Used by features/pwa. */
  var installOffer: InstallEvent | undefined
}
