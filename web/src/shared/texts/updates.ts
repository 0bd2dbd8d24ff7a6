import { typographer as t, typeset } from '../../lib/typography.ts'

export const updates = typeset({
  title: 'Доступна новая версия',
  reloads: (seconds: number) => t(`Страница обновится через ${seconds} с. Вход сохранится.`),
  waits: 'Обновим, когда вы отправите или закроете начатую форму.',
  now: 'Обновить сейчас',
})
