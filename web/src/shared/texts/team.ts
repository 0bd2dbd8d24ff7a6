import { typographer as t } from '../../lib/typography.ts'

export const team = {
  title: 'Команда',
  lead: t('Люди, с которыми вы будете разговаривать. Телефоны прямые, секретаря между вами нет.'),
  open: (words: string) => t(`${words}: звоните или пишите на почту.`),
  closed: (words: string) => t(`${words}. До этого времени напишите на почту: ответим утром.`),
  nameless: t('Имя не указано'),
  anyPosition: t('Сотрудник компании'),
  presence: { online: 'Онлайн', away: 'Отошёл', offline: 'Офлайн' },
  failed: 'Ошибка при получении данных команды',
  failedMobile: 'Произошла ошибка',
  unknown: 'Неизвестная ошибка',
  retry: 'Попробовать снова',
  empty: 'Члены команды не найдены',
  emptyMobile: 'Команда не найдена',
  emptyAction: 'Контакты',
  emptyNote: t('Список сотрудников скоро появится. Пока звоните по общему телефону.'),
} as const
