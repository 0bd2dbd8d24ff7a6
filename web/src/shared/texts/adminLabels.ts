// Labels of enum values in the admin panel: statuses, kinds, order steps, roles, and the entities and actions
// of the audit logs.

export const handlingStatusLabels = {
  new: 'Новое',
  in_progress: 'В работе',
  answered: 'Отвечено',
  closed: 'Закрыто',
  spam: 'Спам',
}

export const articleStatusLabels = {
  draft: 'Черновик',
  scheduled: 'Запланирована',
  published: 'Опубликована',
}

export const commentStatusLabels = {
  pending: 'На модерации',
  approved: 'Одобренные',
  rejected: 'Отклонённые',
}

export const requestKindLabels = {
  selection: 'Подбор',
  consultation: 'Консультация',
  calculation: 'Расчёт',
  order: 'Заказ',
  trade_in: 'Трейд-ин',
  callback: 'Звонок',
}

export const orderStatusLabels = { active: 'В работе', done: 'Выдан', cancelled: 'Отменён' }

export const orderStepLabels = {
  consultation: 'Консультация',
  search: 'Поиск',
  check: 'Проверка',
  purchase: 'Покупка',
  logistics: 'Логистика',
  customs: 'Таможня',
  handover: 'Передача',
}

export const carStatusLabels = { published: 'Опубликован', hidden: 'Скрыт', sold: 'Продан' }

export const memberStatusLabels = { draft: 'Черновик', published: 'На сайте' }

export const bodyTypeLabels = {
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

export const paymentStatusLabels = {
  pending: 'К оплате',
  waiting: 'Проверяем',
  paid: 'Оплачен',
  cancelled: 'Отменён',
  refunded: 'Возвращён',
}

export const refundStatusLabels = {
  pending: 'К возврату',
  waiting: 'Отправляем',
  paid: 'Возвращён',
  cancelled: 'Отменён',
  refunded: 'Возвращён',
}

/** One state selects invoices and refunds, so the filter names both. */
export const paymentFilterLabels = {
  ...paymentStatusLabels,
  pending: 'К оплате или к возврату',
  waiting: 'Проверяем или отправляем',
  paid: 'Оплачен, возврат отправлен',
  refunded: 'Счёт возвращён',
}

export const paymentKindLabels = { deposit: 'Задаток', payment: 'Платёж', refund: 'Возврат' }

export const bookingKindLabels = {
  consultation: 'Консультация',
  visit: 'Визит в офис',
  viewing: 'Осмотр автомобиля',
  video_inspection: 'Видеоосмотр',
  discussion: 'Обсуждение вариантов',
  handover: 'Передача автомобиля',
}

export const bookingStatusLabels = {
  requested: 'Запрошено',
  confirmed: 'Подтверждено',
  cancelled: 'Отменено',
}

export const subscriberStatusLabels = {
  pending: 'Ждёт подтверждения',
  confirmed: 'Подтверждён',
  unsubscribed: 'Отписан',
}

export const roleLabels = { user: 'Покупатель', staff: 'Сотрудник', admin: 'Администратор' }

export const accountStatusLabels = { active: 'Действует', blocked: 'Заблокирован' }

export const auditEntityLabels = {
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

/** Records of the notifications service. */
export const messageAuditEntityLabels = { campaign: 'Рассылка', template: 'Текст уведомления' }

export const auditActionLabels = {
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

/** Actions of the auth service. */
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

export const documentStatusLabels = {
  needed: 'Ждём',
  sent: 'На проверке',
  accepted: 'Принят',
  rejected: 'Отклонён',
}
export const documentSideLabels = { client: 'Присылает покупатель', company: 'Готовим мы' }
