// Texts of the admin panel: the board of orders.

import { formatCount } from '../../lib/plural.ts'
import { orderStepLabels } from './adminLabels.ts'

const formatDays = (count: number) => formatCount(count, ['день', 'дня', 'дней'])

export const columnLabels = { ...orderStepLabels, done: 'Выданы' }

export const board = {
  label: 'Доска заказов',
  columns: 'Этапы',
  plan: 'Срок этапа',
  onlyLate: 'Только просроченные',
  inTime: 'Только в срок',
  columnLabel: (name: string, total: number) => `${name}, заказов: ${total}`,
  lateCount: (count: number) => `просрочено: ${count}`,
  empty: 'Заказов нет',
  failed: 'Этап не загрузился',
  retry: 'Повторить',
  loading: 'Загружаем заказы',
  erased: 'Покупатель удалён',
  noManager: 'Никто не ведёт',
  inStep: (count: number) =>
    count === 0 ? 'На этапе первый день' : `На этапе ${formatDays(count)}`,
  planned: (day: string) => `план до ${day}`,
  late: (count: number) => `позже плана на ${formatDays(count)}`,
  doneAt: (day: string) => `Выдан ${day}`,
  unread: (count: number) =>
    formatCount(count, ['новое сообщение', 'новых сообщения', 'новых сообщений']),
  actions: (number: string) => `Действия с заказом ${number}`,
  more: 'Действия',
  moveTo: (column: string) =>
    column === columnLabels.done ? 'Завершить: автомобиль выдан' : `Перевести на этап «${column}»`,
  openOrder: 'Открыть заказ',
  openConversation: 'Открыть переписку',
  openCustomer: 'Карточка покупателя',
  question: (number: string, column: string) =>
    column === columnLabels.done
      ? `Завершить заказ ${number}?`
      : `Перевести ${number} на этап «${column}»?`,
  moved: (number: string, column: string) =>
    column === columnLabels.done
      ? `Заказ ${number} завершён.`
      : `Заказ ${number} переведён на этап «${column}».`,
  movedByAnother: (number: string) =>
    `Заказ ${number} уже изменил другой сотрудник, поэтому ничего не отправлено. На доске его новое место.`,
  keys: 'Стрелки ведут по карточкам, Enter открывает заказ. Пробел берёт карточку, стрелка вправо переводит взятую на следующий этап.',
  lifted: (number: string, column: string) =>
    `Заказ ${number} взят. Стрелка вправо или Enter переводит его на этап «${column}», Esc отпускает.`,
  onlyForward: (number: string) =>
    `Заказ ${number} взят. На прошлый этап заказы не возвращают: стрелка вправо переводит вперёд, Esc отпускает.`,
  released: (number: string) => `Заказ ${number} остался на своём этапе.`,
  pages: (from: number, to: number, total: string) => `${from}–${to} из ${total}`,
  earlier: (column: string) => `${column}: предыдущие заказы`,
  later: (column: string) => `${column}: следующие заказы`,
}
