import { typographer as t } from '../../lib/typography'

export const payments = {
  title: 'Платежи',
  description: t('Счета, оплаты, чеки и остаток по каждому заказу.'),
  failed: t('Не удалось загрузить платежи'),
  empty: t('Платежей пока нет'),
  emptyHint: t('После договора здесь появятся задаток, счета и чеки по каждому заказу.'),
  list: t('Все платежи'),
  columns: {
    title: 'Платёж',
    order: 'Заказ',
    when: 'Когда',
    status: 'Состояние',
    sum: 'Сумма',
    receipt: 'Документ',
  },
  status: {
    pending: t('к оплате'),
    waiting: t('ждём поступления'),
    paid: 'оплачен',
    cancelled: 'отменён',
    refunded: 'возвращён',
  },
  kind: { deposit: 'задаток', payment: 'платёж', refund: 'возврат' },
  due: (when: string) => t(`до ${when}`),
  noDue: t('срок не назначен'),
  overdue: (when: string) => t(`срок был ${when}`),
  receipt: 'Чек',
  none: '—',
  balance: t('По заказам'),
  how: t(
    'Оплата по счёту от менеджера. Состояние меняется, когда деньги пришли, а не когда нажата кнопка в банке.',
  ),
} as const
