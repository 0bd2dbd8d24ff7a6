import { typographer as t } from '../../lib/typography'

/** What the figures of a car are measured in, and what stands for a missing price. */
export const carUnits = {
  year: 'год',
  km: 'км',
  mm: 'мм',
  hp: t('л. с.'),
  priceUnknown: t('по запросу'),
} as const
