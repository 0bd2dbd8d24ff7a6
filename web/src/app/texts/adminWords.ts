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
export const entityWords = {
  booking: 'Бронирование',
  car: 'Автомобиль',
  comment: 'Комментарий',
  contact: 'Обращение',
  media: 'Картинка',
  order: 'Заказ',
  order_paper: 'Документ заказа',
  payment: 'Платёж',
  post: 'Статья',
  request: 'Заявка',
  settings: 'Настройки',
  subscriber: 'Подписчик',
  team: 'Команда',
}
export const deedWords = {
  create: 'Создание',
  update: 'Правка',
  delete: 'Удаление',
  upload: 'Загрузка файла',
  advance: 'Следующий этап',
  cancel: 'Отмена',
  approve: 'Одобрение',
  reject: 'Отклонение',
  reopen: 'Решение отменено',
  restore: 'Возвращение',
}
export const accountDeedWords = {
  'user.blocked': 'Блокировка',
  'user.unblocked': 'Разблокировка',
  'user.role_changed': 'Смена роли',
  'user.sessions_ended': 'Сеансы завершены',
  'user.erased': 'Удаление данных',
  'users.exported': 'Выгрузка учётных записей',
  'audit.exported': 'Выгрузка журнала',
}
export const paperWords = {
  needed: 'Ждём',
  sent: 'На проверке',
  accepted: 'Принят',
  rejected: 'Отклонён',
}
export const paperSides = { client: 'Присылает покупатель', company: 'Готовим мы' }
