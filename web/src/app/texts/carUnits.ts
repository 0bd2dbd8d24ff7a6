import { typographer as t } from '../../lib/typography'

/** What the figures of a car are measured in. */
export const carUnits = { year: 'год', km: 'км', mm: 'мм', hp: t('л. с.') } as const
