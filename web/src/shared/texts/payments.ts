import { typographer as t, typeset } from '../../lib/typography.ts'

export const payments = typeset({
  title: 'Платежи',
  description: 'Счета, оплаты, чеки и остаток по каждому заказу.',
  failed: 'Не удалось загрузить платежи',
  empty: 'Платежей пока нет',
  emptyHint: 'После договора здесь появятся задаток, счета и чеки по каждому заказу.',
  list: 'Все платежи',
  table: 'Таблица платежей',
  columns: {
    title: 'Платёж',
    order: 'Заказ',
    when: 'Когда',
    status: 'Состояние',
    sum: 'Сумма',
    receipt: 'Документ',
  },
  status: {
    pending: 'к оплате',
    waiting: 'ждём поступления',
    paid: 'оплачен',
    cancelled: 'отменён',
    refunded: 'возвращён',
  },
  refundStatus: {
    pending: 'готовим возврат',
    waiting: 'отправляем',
    paid: 'возвращён',
    cancelled: 'отменён',
    refunded: 'возвращён',
  },
  due: (when: string) => t(`до ${when}`),
  noDue: 'срок не назначен',
  overdue: (when: string) => t(`срок был ${when}`),
  receipt: 'Чек',
  invoice: 'Счёт с QR',
  confirmation: 'Подтверждение',
  none: '—',
  balance: 'По заказам',
  how: 'Скачайте счёт и наведите на его QR камеру приложения банка: реквизиты, сумма и назначение заполнятся сами. Состояние меняется, когда деньги пришли, а не когда нажата кнопка в банке.',
})

export const waterfall = typeset({
  caption: 'Оплачено, выставлено и осталось до цены договора',
  label: (sum: string) =>
    t(`Платежи по порядку до цены договора ${sum}. Те же суммы — в таблице ниже.`),
  rest: 'Счёта ещё нет',
})
