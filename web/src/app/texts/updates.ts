import { typographer as t } from '../../lib/typography'

export const updates = {
  title: 'Доступна новая версия',
  reloads: (seconds: number) => t(`Страница обновится через ${seconds} с. Вход сохранится.`),
  waits: t('Обновим, когда вы отправите или закроете начатую форму.'),
  now: 'Обновить сейчас',
} as const
