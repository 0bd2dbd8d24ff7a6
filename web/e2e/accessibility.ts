// What axe finds on a page as it stands.

import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Gives axe to each frame that has none yet: its source of 1.5 MB takes 0.07 s of the processor. */
async function addAxe(page: Page) {
  // A frame of another site may be gone by now, or refuse; axe reports what it could not look into.
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window)).catch(() => false))
      await frame.evaluate(axe.source).catch(() => undefined)
}

/** Each violation as its rule and the first element that breaks it. */
export async function findViolations(page: Page, { within = '', rules = [] as string[] } = {}) {
  // Nothing may be half faded in when colours are measured. What turns for ever, such as a spinner, never finishes.
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.allSettled(finite.map((one) => one.finished))
  })
  await addAxe(page)
  return page.evaluate(
    async ({ within, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(within || document, {
        // What passes is not described: that takes longer than the rules themselves.
        resultTypes: ['violations'],
        ...(rules.length > 0 && { runOnly: rules }),
      })
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
    },
    { within, rules },
  )
}
