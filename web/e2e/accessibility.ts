// What axe finds on a page as it stands.

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Each violation as its rule and the first element that breaks it. */
export async function findViolations(page: Page, { within = '', rules = [] as string[] } = {}) {
  // Nothing may be half faded in when colours are measured. What turns for ever, such as a spinner, never finishes.
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.allSettled(finite.map((one) => one.finished))
  })
  // What passes is not described: that takes longer than the rules themselves.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  if (rules.length > 0) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}
