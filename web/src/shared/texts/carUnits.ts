import { typeset } from '../../lib/typography.ts'

/** What the figures of a car are measured in, and what stands for a missing price. */
export const carUnits = typeset({
  year: 'год',
  km: 'км',
  mm: 'мм',
  hp: 'л. с.',
  priceUnknown: 'по запросу',
})
