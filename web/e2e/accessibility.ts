// Accessibility violations that axe finds on the current state of a page.

import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Adds axe to each frame that lacks it. Adding it again would cost 0.07 s of CPU: its source is 1.5 MB. */
async function addAxe(page: Page) {
  // A third-party frame may be gone, or refuse the script. Its content is then not inspected.
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window)).catch(() => false))
      await frame.evaluate(axe.source).catch(() => undefined)
}

/** Returns each violation as its rule and the HTML of the first element that breaks it. */
export async function findViolations(page: Page, { within = '', rules = [] as string[] } = {}) {
  // Contrast must not be measured during a fade. An endless animation, such as a spinner, never
  // finishes, and neither does a paused one.
  await page.evaluate(async () => {
    const finishing = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(finishing.map((animation) => animation.finished))
  })
  await addAxe(page)
  return page.evaluate(
    async ({ within, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(within || document, {
        // Passed rules are not described, because that takes longer than the rules themselves.
        resultTypes: ['violations'],
        ...(rules.length > 0 && { runOnly: rules }),
      })
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
    },
    { within, rules },
  )
}
