// Texts of the bell, the notification list, the notification centre, toasts and the live stream.

import { formatCount, pluralize } from '../../lib/plural.ts'
import { english } from './text.ts'

/** Labels for notification types. */
export const kindLabels = {
  booking: 'Бронирование',
  payment: 'Платёж',
  maintenance: 'Обслуживание',
  promotion: 'Акция',
  system: 'Система',
  security: 'Безопасность',
  other: 'Общее',
} as const

export const toastActions = {
  view: english('View', 'Открыть'),
  details: english('Details', 'Подробнее'),
  check: english('Check', 'Проверить'),
  ignore: english('Ignore', 'Не обращать внимания'),
  more: english('More', 'Узнать больше'),
} as const

const unreadForms = ['непрочитанное', 'непрочитанных', 'непрочитанных'] as const
const newForms = ['новое уведомление', 'новых уведомления', 'новых уведомлений'] as const

export const bell = {
  name: 'Уведомления',
  named: (badge: string, unread: number) =>
    // Ordinary spaces, because this is an accessible name that is not displayed.
    `Уведомления, ${badge} ${badge === String(unread) ? pluralize(unread, unreadForms) : unreadForms[2]}`,
  all: (count?: number) =>
    count === undefined ? 'Показать все уведомления' : `Показать все уведомления (${count})`,
  connected: 'Подключено',
  connecting: 'Подключение…',
  disconnected: 'Нет соединения',
  emptyTitle: 'Пока тихо',
  empty:
    'Здесь появятся новости о заказах и платежах, ответы на ваши вопросы и сведения о входах в кабинет.',
  unread: 'Не прочитано.',
} as const

export const allNotifications = {
  title: 'Все уведомления',
  more: 'Загрузить ещё',
  shown: (shown: number, total: number) => `Показано ${shown} из ${total}`,
  centre: 'Открыть центр уведомлений',
} as const

export const toasts = {
  region: 'Всплывающие уведомления',
  more: (count: number) =>
    english(
      `+${count} more notifications`,
      `ещё ${formatCount(count, ['уведомление', 'уведомления', 'уведомлений'])}`,
    ),
  away: 'Пока вас не было',
  awayTitle: (count: number) => formatCount(count, newForms),
  awayText: (title: string) => `Самое важное: ${title}. Остальные — в списке.`,
  awayShow: 'Показать',
} as const

export const stream = {
  kind: 'Связь',
  unauthorized: english(
    'Authentication required. Please log in again.',
    'Нужно войти. Пожалуйста, войдите снова.',
  ),
  expired: english(
    'Your session has expired. Please log in again.',
    'Сеанс истёк. Пожалуйста, войдите снова.',
  ),
  invalid: english(
    'Authentication error. Please log in again.',
    'Ошибка входа. Пожалуйста, войдите снова.',
  ),
  unreachable: english(
    'Failed to connect to notification service. Please refresh the page.',
    'Не удалось подключиться к службе уведомлений. Обновите страницу.',
  ),
  retry: 'Повторить',
  signIn: 'Войти',
} as const

export const lists = {
  failed: english('Error loading notifications', 'Не удалось загрузить уведомления'),
  failedReason: 'Список не открылся, сами уведомления на месте.',
  boundary: english('Notification System Error', 'Ошибка системы уведомлений'),
  noDate: 'Н/Д',
  today: (time: string) => `сегодня, ${time}`,
  changeFailed: 'Не удалось',
} as const

export const confirmations = {
  all: english('Are you sure you want to delete all notifications?', 'Удалить все уведомления?'),
  allFinal: english('This action cannot be undone', 'Вернуть их будет нельзя'),
  selected: english(
    'Are you sure you want to delete the selected notifications?',
    'Удалить выбранные уведомления?',
  ),
  one: english('Delete this notification?', 'Удалить это уведомление?'),
  deleting: 'Удаляем…',
} as const

export const centre = {
  title: 'Центр уведомлений',
  description: 'Уведомления о заказах, платежах и безопасности.',
  crumb: 'Личный кабинет',
  short: 'Уведомления',
  overall: 'Уведомления в целом',
  pastEnd: 'Этой страницы уже нет',
  pastEndHint: 'Уведомлений стало меньше, чем было.',
  toLastPage: 'На последнюю страницу',
  search: 'Поиск уведомлений',
  type: 'Тип',
  status: 'Статус',
  every: 'Все',
  unread: 'Непрочитанные',
  read: 'Прочитанные',
  selectPage: 'Выбрать все на странице',
  select: (title: string) => `Выбрать: ${title}`,
  selected: (count: number) => `выбрано ${count}`,
  readSelected: 'Отметить выбранные прочитанными',
  removeSelected: 'Удалить выбранные',
  readAll: 'Отметить все прочитанными',
  removeAll: 'Удалить все',
  readOne: 'Отметить прочитанным',
  removeOne: 'Удалить уведомление',
  list: 'Список уведомлений',
  nothingFound: 'Ничего не нашлось',
  nothingFoundHint:
    'Под эти условия не подходит ни одно уведомление. Измените запрос или снимите фильтры.',
  resetFilters: 'Снять фильтры',
  total: 'Всего',
  unreadTotal: 'Не прочитано',
  connection: 'Связь',
  aside: 'Что присылать и каким способом, решаете вы: по каждому типу отдельно, с тихими часами.',
  settings: 'Настроить уведомления',
} as const
