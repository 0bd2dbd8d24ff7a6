// Labels for states and kinds of records in the admin panel.

export const handlingLabels = {
  new: 'Новое',
  in_progress: 'В работе',
  answered: 'Отвечено',
  closed: 'Закрыто',
  spam: 'Спам',
}

export const articleLabels = {
  draft: 'Черновик',
  scheduled: 'Запланирована',
  published: 'Опубликована',
}

export const commentLabels = {
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

export const orderLabels = { active: 'В работе', done: 'Выдан', cancelled: 'Отменён' }

export const stepLabels = {
  consultation: 'Консультация',
  search: 'Поиск',
  check: 'Проверка',
  purchase: 'Покупка',
  logistics: 'Логистика',
  customs: 'Таможня',
  handover: 'Передача',
}

export const carLabels = { published: 'Опубликован', hidden: 'Скрыт', sold: 'Продан' }

export const memberLabels = { draft: 'Черновик', published: 'На сайте' }

export const bodyLabels = {
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

export const fuelLabels = {
  petrol: 'Бензин',
  diesel: 'Дизель',
  electric: 'Электро',
  hybrid: 'Гибрид',
}

export const paymentLabels = {
  pending: 'К оплате',
  waiting: 'Проверяем',
  paid: 'Оплачен',
  cancelled: 'Отменён',
  refunded: 'Возвращён',
}

export const paymentKinds = { deposit: 'Задаток', payment: 'Платёж', refund: 'Возврат' }

/** The kinds of meetings. */
export const bookingKinds = {
  consultation: 'Консультация',
  visit: 'Визит в офис',
  viewing: 'Осмотр автомобиля',
  video_inspection: 'Видеоосмотр',
  discussion: 'Обсуждение вариантов',
  handover: 'Передача автомобиля',
}

export const bookingLabels = {
  requested: 'Запрошена',
  confirmed: 'Подтверждена',
  cancelled: 'Отменена',
}

export const subscriberLabels = {
  pending: 'Ждёт подтверждения',
  confirmed: 'Подтверждён',
  unsubscribed: 'Отписан',
}

export const roleLabels = { user: 'Покупатель', staff: 'Сотрудник', admin: 'Администратор' }

export const accountLabels = { active: 'Действует', blocked: 'Заблокирован' }
export const entityLabels = {
  booking: 'Бронирование',
  car: 'Автомобиль',
  comment: 'Комментарий',
  contact: 'Обращение',
  customer_note: 'Заметка о покупателе',
  media: 'Картинка',
  order: 'Заказ',
  order_paper: 'Документ заказа',
  car_inspection: 'Осмотр автомобиля',
  payment: 'Платёж',
  post: 'Статья',
  request: 'Заявка',
  reservation: 'Бронь автомобиля',
  saved_reply: 'Готовый ответ',
  settings: 'Настройки',
  subscriber: 'Подписчик',
  team: 'Команда',
}
export const messageEntityLabels = { campaign: 'Рассылка', template: 'Текст уведомления' }
export const actionLabels = {
  create: 'Создание',
  update: 'Правка',
  delete: 'Удаление',
  upload: 'Загрузка файла',
  advance: 'Следующий этап',
  cancel: 'Отмена',
  approve: 'Одобрение',
  reject: 'Отклонение',
  settle: 'Решение о деньгах',
  take_back: 'Отметка снята',
  release: 'Бронь снята',
  order: 'Заказ по брони',
  reopen: 'Решение отменено',
  restore: 'Возвращение',
  send: 'Отправка',
  change: 'Правка текста',
  reset: 'Исходный текст',
  assign: 'Назначение',
  report: 'Отчёт о пути',
  add_fault: 'Замечание осмотра',
  delete_fault: 'Замечание убрано',
}
export const accountActionLabels = {
  'user.blocked': 'Блокировка',
  'user.unblocked': 'Разблокировка',
  'user.role_changed': 'Смена роли',
  'user.sessions_ended': 'Сеансы завершены',
  'user.erased': 'Удаление данных',
  'users.exported': 'Выгрузка учётных записей',
  'audit.exported': 'Выгрузка журнала',
}
/** Actions on the status page, with the kind of the record. */
export const statusActionLabels = {
  'incident.opened': 'Новый инцидент',
  'incident.changed': 'Правка инцидента',
  'incident.updated': 'Сообщение об инциденте',
  'incident.postmortem': 'Разбор инцидента',
  'incident.cancelled': 'Публикация отменена',
  'incident.withdrawn': 'Инцидент удалён',
  'maintenance.scheduled': 'Новые работы',
  'maintenance.changed': 'Правка работ',
  'maintenance.cancelled': 'Работы отменены',
  'template.created': 'Новый шаблон',
  'template.changed': 'Правка шаблона',
  'template.deleted': 'Шаблон удалён',
  'webhook.created': 'Новый вебхук',
  'webhook.changed': 'Правка вебхука',
  'webhook.tested': 'Проверка вебхука',
  'webhook.deleted': 'Вебхук удалён',
  'history.imported': 'Загрузка истории',
}
export const documentLabels = {
  needed: 'Ждём',
  sent: 'На проверке',
  accepted: 'Принят',
  rejected: 'Отклонён',
}
export const documentSides = { client: 'Присылает покупатель', company: 'Готовим мы' }
