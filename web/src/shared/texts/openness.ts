import { typographer as t } from '../../lib/typography.ts'

export const openness = {
  open: (until: string) => `Открыто до ${until}`,
  opensToday: (at: string) => t(`Закрыто, откроемся сегодня в ${at}`),
  opensTomorrow: (at: string) => t(`Закрыто, откроемся завтра в ${at}`),
  opensLater: (day: string, at: string) => t(`Закрыто, откроемся ${day} в ${at}`),
  opensOn: (day: string, at: string) => t(`Закрыто, откроемся ${day} в ${at}`),
  days: [
    'в воскресенье',
    'в понедельник',
    'во вторник',
    'в среду',
    'в четверг',
    'в пятницу',
    'в субботу',
  ],
} as const
