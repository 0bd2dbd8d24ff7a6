// Announces which parts of a prerendered page are hydrated. The boot script (boot.js) then repeats
// earlier input, and the journeys wait for the attribute `data-hydrated` of <html>.

const partsToHydrate = new Set<string>()
globalThis.partsToHydrate = partsToHydrate

/**
 * Registers that the element with this id waits for the code of its part. Once the page is hydrated, it
 * registers nothing: a part that appears by a navigation within the app has no HTML to hydrate.
 */
export function expectPart(id: string): void {
  if (globalThis.document?.documentElement.dataset.hydrated === undefined) partsToHydrate.add(id)
}

/** Announces that the page, or the part with this id, is hydrated. */
export function announceHydration(id?: string): void {
  if (id === undefined) document.documentElement.dataset.hydrated = ''
  else partsToHydrate.delete(id)
  dispatchEvent(new Event('hydrated'))
}
