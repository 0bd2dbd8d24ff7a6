// Says which parts of a prerendered page react. The boot script (boot.js) repeats what was typed and pressed before,
// and the journeys wait for the attribute `data-hydrated` of <html>.

/** The ids of the elements whose parts are not hydrated yet. */
const partsToHydrate = new Set<string>()
Object.assign(globalThis, { partsToHydrate })

/** The element with this id waits for the code of its part, unless the part comes with a navigation inside the app. */
export function expectPart(id: string): void {
  if (globalThis.document?.documentElement.dataset.hydrated === undefined) partsToHydrate.add(id)
}

/** The page, or the part with this id, is hydrated. */
export function announceHydration(id?: string): void {
  if (id === undefined) document.documentElement.dataset.hydrated = ''
  else partsToHydrate.delete(id)
  dispatchEvent(new Event('hydrated'))
}

/** What has to happen to the HTML of a part right before it is hydrated (platform/pageTranslation.ts). */
export const beforeHydration: { run?: (root: Element) => void } = {}
