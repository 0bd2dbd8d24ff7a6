// The states and kinds of the records, as the panel calls them.

export const handlingWords = {
  new: 'Новое',
  in_progress: 'В работе',
  answered: 'Отвечено',
  closed: 'Закрыто',
  spam: 'Спам',
}

export const articleWords = {
  draft: 'Черновик',
  scheduled: 'Запланирована',
  published: 'Опубликована',
}

export const commentWords = {
  pending: 'На модерации',
  approved: 'Одобренные',
  rejected: 'Отклонённые',
}

export const requestKinds = {
  selection: 'Подбор',
  consultation: 'Консультация',
  calculation: 'Расчёт',
  order: 'Заказ',
  trade_in: 'Трейд-ин',
  callback: 'Звонок',
}

export const orderWords = { active: 'В пути', done: 'Выдан', cancelled: 'Отменён' }

export const stepWords = {
  consultation: 'Консультация',
  search: 'Поиск',
  check: 'Проверка',
  purchase: 'Покупка',
  logistics: 'Логистика',
  customs: 'Таможня',
  handover: 'Выдача',
}

export const carWords = { published: 'Опубликован', hidden: 'Скрыт', sold: 'Продан' }

export const bodyWords = {
  sedan: 'Седан',
  estate: 'Универсал',
  coupe: 'Купе',
  cabriolet: 'Кабриолет',
  suv: 'Внедорожник',
  hatchback: 'Хэтчбек',
  van: 'Фургон',
  liftback: 'Лифтбек',
  crossover: 'Кроссовер',
  minivan: 'Минивэн',
  pickup: 'Пикап',
  roadster: 'Родстер',
}

export const fuelWords = {
  petrol: 'Бензин',
  diesel: 'Дизель',
  electric: 'Электро',
  hybrid: 'Гибрид',
}

export const paymentWords = {
  pending: 'Ожидает оплаты',
  waiting: 'Проверяем',
  paid: 'Оплачен',
  cancelled: 'Отменён',
  refunded: 'Возвращён',
}

export const paymentKinds = { deposit: 'Задаток', payment: 'Платёж', refund: 'Возврат' }

export const bookingWords = {
  requested: 'Запрошена',
  confirmed: 'Подтверждена',
  cancelled: 'Отменена',
}

export const subscriberWords = {
  pending: 'Ждёт подтверждения',
  confirmed: 'Подтверждён',
  unsubscribed: 'Отписан',
}

export const roleWords = { user: 'Покупатель', staff: 'Сотрудник', admin: 'Администратор' }

export const accountWords = { active: 'Действует', blocked: 'Заблокирован' }
