// Texts of the panel's list of reservations.

export const reservationLabels = {
  awaiting_payment: 'Ждёт оплаты',
  paid: 'Оплачена',
  expired: 'Срок вышел',
  cancelled: 'Отменена покупателем',
  released: 'Снята менеджером',
  ordered: 'Стала заказом',
}

export const adminReservation = {
  until: 'Держим до (МСК)',
  ended: 'Закончилась',
  active: 'Действует',
  price: 'Цена на день брони',
  refund: 'Возврат',
  invoice: 'Счёт',
  reason: 'Причина',
  toPayment: 'Отметить оплату в платежах',
  order: 'Оформить заказ',
  orderQuestion: 'Оформить заказ по этой брони?',
  orderHint: (price: string) =>
    `Цена заказа ${price}, как при бронировании. Оплаченное войдёт в заказ, автомобиль станет проданным.`,
  release: 'Снять бронь',
  releaseReason: 'Причина для покупателя',
  releaseReasonHint: 'Он прочтёт её в уведомлении и в кабинете',
  releaseQuestion: 'Снять бронь?',
  releaseHint: (isPaid: boolean) =>
    isPaid
      ? 'Автомобиль снова станет свободен. В платежах появится возврат, отметьте его, когда вернёте деньги.'
      : 'Автомобиль снова станет свободен, счёт будет отменён.',
  held: (until: string) => `Автомобиль забронирован до ${until}`,
}
