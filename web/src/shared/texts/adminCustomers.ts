// Texts of the admin panel: a customer's card.

import { typeset } from '../../lib/typography.ts'

export const adminCustomer = {
  failed: 'Карточка не загрузилась',
  loading: 'Загружаем карточку',
  notes: 'Заметки сотрудников',
  notesHint: 'Покупатель их не видит, но получит в выгрузке своих данных.',
  noNotes: 'Заметок нет.',
  newNote: 'Новая заметка',
  addNote: 'Добавить заметку',
  adding: 'Добавляем…',
  removeNote: 'Удалить',
  removeNoteOf: (author: string, at: string) => `Удалить заметку: ${author}, ${at}`,
  removeQuestion: 'Удалить заметку?',
  nobody: 'автор удалён',
  orders: 'Заказы',
  contacts: 'Обращения',
  requests: 'Заявки',
  bookings: 'Бронирования',
  reservations: 'Брони автомобилей',
  calculations: 'Расчёты',
  favorites: 'Избранное',
  searches: 'Сохранённые поиски',
  guest: 'гость',
  alerting: 'сообщаем о новых',
  silent: 'без сообщений',
  noTime: 'время не выбрано',
  newest: (shown: number, total: number) => `Последние ${shown} из ${total}`,
  nothing: 'Заказов, обращений и броней пока нет.',
  open: 'Карточка покупателя',
}

const reasons: Record<string, string> = { no_address: 'нет адреса' }

export const adminCustomerEmails = typeset({
  title: 'Письма',
  failed: 'Письма не загрузились',
  hint: 'Уведомления за 30 дней и рассылки за год. Кодов и писем о безопасности входа здесь нет.',
  empty: 'Писем нет. Здесь будут уведомления и рассылки, кроме кодов и писем о безопасности входа.',
  refused: (types: string[]) => `Письма отключены: ${types.join(', ').toLowerCase()}`,
  more: (left: number) => `Показать ещё, осталось ${left}`,
  states: { queued: 'ждёт отправки', sent: 'отправлено', failed: 'не отправлено' },
  notBefore: (when: string) => `уйдёт не раньше: ${when}`,
  reason: (reason: string | null) =>
    reason ? `причина: ${reasons[reason] ?? reason}` : 'причина неизвестна',
  campaign: 'рассылка',
  digest: 'в подборке дня',
})
