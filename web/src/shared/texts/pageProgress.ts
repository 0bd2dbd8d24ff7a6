import { typographer as t } from '../../lib/typography.ts'

export const pageProgress = {
  opening: t('Открываем страницу…'),
}
