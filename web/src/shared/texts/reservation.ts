import { formatCount } from '../../lib/plural.ts'
import { typographer as t, typeset } from '../../lib/typography.ts'

/** Reservations of cars: on the page of a car and in the personal area. */
export const reservation = typeset({
  title: 'Брони автомобилей',
  failed: 'Не удалось загрузить брони',
  reserve: 'Забронировать',
  reserving: 'Бронируем…',
  reserveFailed: 'Не удалось забронировать',
  signIn: (car: string) => t(`Войдите, чтобы забронировать ${car}`),
  ask: (car: string) => t(`Забронировать ${car}?`),
  terms: (sum: string, toPay: string, held: string) =>
    t(
      `Бронь стоит ${sum}, и эти деньги можно вернуть. На оплату есть ${toPay}, после неё автомобиль за вами ещё ${held}.`,
    ),
  termsUnknown: 'Сумма и срок оплаты будут в счёте. Деньги за бронь можно вернуть.',
  askLater: 'Не сейчас',
  taken: 'Этот автомобиль только что забронировал другой покупатель',
  done: 'Автомобиль за вами',
  byYou: 'Забронирован вами',
  heldForYouUntil: (moment: string) => t(`За вами до ${moment}`),
  toInvoice: 'Счёт и QR-код в кабинете',
  toReservation: 'Бронь в кабинете',
  heldUntil: (moment: string) => t(`Забронирован до ${moment}`),
  number: (number: string) => t(`Бронь ${number}`),
  payIn: 'На оплату осталось',
  heldFor: 'Автомобиль за вами ещё',
  over: 'время вышло',
  sum: 'К оплате',
  paidSum: 'Оплачено',
  price: 'Цена под ключ на день брони',
  edition: (edition: string) => t(`редакция ${edition}`),
  qr: 'QR-код для оплаты',
  qrHint: 'Наведите камеру приложения банка: сумма и назначение заполнятся сами.',
  noQr: 'Реквизиты для оплаты пришлёт менеджер.',
  checking: 'Ждём подтверждения банка, автомобиль остаётся за вами.',
  invoice: 'Счёт',
  confirmation: 'Подтверждение оплаты',
  cancel: 'Отменить бронь',
  cancelOf: (car: string) => t(`Отменить бронь: ${car}`),
  askToCancel: (car: string) => t(`Отменить бронь ${car}?`),
  askPaid: 'Автомобиль снова станет свободен, а оплаченную сумму мы вернём.',
  askUnpaid: 'Автомобиль снова станет свободен. Платить по счёту будет не нужно.',
  askAwaited: 'Автомобиль снова станет свободен, а деньги, которые вы перевели, мы вернём.',
  askNo: 'Оставить',
  cancelling: 'Отменяем…',
  cancelFailed: 'Не удалось отменить бронь',
  reason: (reason: string) => t(`Причина: ${reason}`),
  refund: (sum: string, isDone: boolean) => t(isDone ? `Вернули ${sum}` : `Вернём ${sum}`),
  order: 'Открыть заказ',
  status: {
    awaiting_payment: 'ждёт оплаты',
    paid: 'оплачена',
    expired: 'срок вышел',
    cancelled: 'отменена',
    released: 'снята менеджером',
    ordered: 'стала заказом',
  },
})

const hoursInDay = 24

/** '2 часа', '3 дня': whole days are counted in days. */
export const formatTerm = (hours: number) =>
  hours % hoursInDay === 0
    ? formatCount(hours / hoursInDay, ['день', 'дня', 'дней'], 'text')
    : formatCount(hours, ['час', 'часа', 'часов'], 'text')
