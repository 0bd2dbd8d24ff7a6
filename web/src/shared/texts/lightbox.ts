import { typographer as t } from '../../lib/typography.ts'

export const lightbox = {
  previous: t('Предыдущая фотография'),
  next: t('Следующая фотография'),
  place: (at: number, count: number) => t(`${at} из ${count}`),
  open: (at: number) => t(`Открыть фотографию ${at}`),
} as const
