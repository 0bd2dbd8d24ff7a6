import { typographer as t } from '../../lib/typography.ts'
import { english } from './text.ts'

/** Access denied screens; the specification quotes them in English. */
export const guard = {
  checking: 'Проверяем доступ',
  blockedTitle: english('Account blocked', 'Аккаунт заблокирован'),
  blockedReason: english(
    'You cannot log in to the dashboard, book cars or send requests.',
    'Личный кабинет, бронирования и заявки недоступны.',
  ),
  blockedSupport: english('Write to support:', 'Напишите в поддержку:'),
  logOut: english('Log out', 'Выйти'),
  backToHome: english('Back to home', 'На главную'),
  deniedTitle: english('Access denied', 'Доступ закрыт'),
  denied: english(
    'You do not have rights to access the admin panel',
    'У вас нет прав на доступ к панели администратора',
  ),
  back: 'Назад',
  unclearTitle: t('Не удалось проверить вход'),
  unclear: t('Сервер не ответил. Вы не вышли из кабинета, повторите через минуту.'),
} as const

export const login = { title: 'Вход', description: 'Вход в личный кабинет' } as const
