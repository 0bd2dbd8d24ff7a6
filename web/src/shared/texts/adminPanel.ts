// Texts of the admin panel: its sections, their views, and the counts of open work.

export const panel = {
  title: 'Панель администратора',
  description: 'Заявки, заказы, статьи и люди: рабочее место компании.',
  sections: 'Разделы',
  notifications: 'Уведомления',
  boundary: 'Раздел не открылся',
  unknown: 'Такого раздела нет',
  unknownHint: 'Возможно, адрес набран с ошибкой. Все разделы — в списке рядом.',
  toOverview: 'К обзору',
}

export const sectionNames = {
  overview: 'Обзор',
  articles: 'Статьи',
  comments: 'Комментарии',
  contacts: 'Обращения',
  requests: 'Заявки',
  orders: 'Заказы',
  conversations: 'Переписка',
  cars: 'Автомобили',
  team: 'Команда',
  users: 'Пользователи',
  status: 'Статус',
  settings: 'Настройки',
  audit: 'Журнал',
} as const

export const views = {
  articles: 'Статьи',
  subscribers: 'Подписчики',
  orders: 'Заказы',
  board: 'Доска',
  workload: 'Нагрузка',
  payments: 'Платежи',
  bookings: 'Бронирования',
  reservations: 'Брони автомобилей',
  reservationTerms: 'Условия брони',
  talks: 'Разговоры',
  replies: 'Готовые ответы',
  cars: 'Автомобили',
  media: 'Медиа',
  incidents: 'Инциденты',
  maintenance: 'Работы',
  templates: 'Шаблоны',
  webhooks: 'Вебхуки',
  logs: 'Журнал клиента',
  site: 'Сайт',
  prices: 'Цены услуг',
  requisites: 'Реквизиты',
  hours: 'Часы работы',
  widgets: 'Виджеты',
  calculator: 'Калькулятор',
  apiKeys: 'Ключи API',
  content: 'Содержание',
  accounts: 'Учётные записи',
  messages: 'Рассылки и тексты',
  state: 'Статус',
}

export const overview = {
  lead: 'Требует внимания',
  placeholders: {
    title: (which: string) => `На сайте стоят контакты из примера: ${which}`,
    phone: 'телефон',
    email: 'почта',
    fix: 'Указать настоящие в настройках',
  },
  figures: 'Сводка',
  otherFigures: 'Остальное',
  conversations: 'Непрочитанные разговоры',
  lateCount: (count: number) => `Просрочено: ${count}`,
  comments: 'Комментарии ждут',
  contactsLate: 'Обращения просрочены',
  contactsNew: 'Новые обращения',
  requestsNew: 'Новые заявки',
  requestsLate: 'Заявки просрочены',
  ordersLate: 'Заказы задерживаются',
  payments: 'Оплаты на проверке',
  unbooked: 'Деньги не зачтены',
  bookings: 'Бронирования ждут ответа',
  incidents: 'Открытые инциденты',
  calm: 'Ничего срочного',
  calmHint: 'Просроченных ответов нет. Новое появится здесь само.',
  late: 'Сначала ответить им',
  failed: 'Сводка не загрузилась',
  trends: 'Новое за неделю',
  today: 'сегодня',
  weekChange: (change: number) =>
    change === 0
      ? 'как в\u00a0предыдущие 7\u00a0дней'
      : `${change > 0 ? '+' : '−'}${Math.abs(change)} к\u00a0предыдущим 7\u00a0дням`,
  trendFailed: 'не загрузилось',
}

export const palette = {
  title: 'Поиск по панели',
  open: 'Найти',
  shortcut: 'Ctrl K',
  hint: 'Покупатель, номер заказа, автомобиль, статья или раздел',
  campaigns: 'Управление уведомлениями',
  found: 'Найденное',
  kinds: {
    section: 'Разделы',
    user: 'Пользователи',
    order: 'Заказы',
    car: 'Автомобили',
    post: 'Статьи',
  },
  searching: 'Ищем…',
  nothing: 'Ничего не нашлось. Попробуйте имя, почту, номер заказа или модель.',
  failed: 'Поиск не удался, разделы открываются как обычно',
  keys: 'Стрелки выбирают, Enter открывает, Esc закрывает',
}

export const keyHelp = {
  open: 'Клавиши',
  title: 'Клавиши панели',
  or: 'или',
  groups: [
    {
      title: 'Везде',
      keys: [
        { names: ['Ctrl K'], action: 'найти покупателя, заказ, автомобиль или раздел' },
        { names: ['/'], action: 'перейти к поиску по списку' },
        { names: ['?'], action: 'показать эту подсказку' },
      ],
    },
    {
      title: 'Списки',
      keys: [
        { names: ['J', '↓'], action: 'следующая строка' },
        { names: ['K', '↑'], action: 'предыдущая строка' },
        { names: ['Enter'], action: 'открыть строку' },
        { names: ['X', 'Пробел'], action: 'выбрать строку для общего действия' },
      ],
    },
    {
      title: 'Комментарии',
      keys: [
        { names: ['A'], action: 'одобрить' },
        { names: ['R'], action: 'отклонить' },
        { names: ['Z'], action: 'отменить решение' },
      ],
    },
    {
      title: 'Доска заказов',
      keys: [
        { names: ['Стрелки'], action: 'от карточки к карточке' },
        { names: ['Пробел'], action: 'взять карточку' },
        { names: ['→', 'Enter'], action: 'перевести взятую на следующий этап' },
        { names: ['Esc'], action: 'отпустить карточку' },
      ],
    },
  ],
  letters: 'Буквы, / и ? работают как команды',
  lettersHint:
    'Отключите, если нажимаете их случайно или диктуете голосом. Стрелки, Enter и Ctrl K работают всегда.',
}

export const savedFilters = {
  title: 'Мои фильтры',
  loading: 'Загружаем фильтры',
  failed: 'Фильтры не загрузились',
  failedChange: 'Не получилось, повторите чуть позже',
  empty: 'Сохранённых фильтров пока нет.',
  nothingToSave: 'Выберите в списке фильтры, поиск или порядок, и их можно будет сохранить здесь.',
  name: 'Как назвать нынешние фильтры',
  nameMissing: 'Придумайте, как их назвать',
  save: 'Запомнить',
  saving: 'Сохраняем…',
  rename: 'Переименовать',
  newName: (name: string) => `Как теперь назвать «${name}»`,
  renameOf: (name: string) => `Переименовать «${name}»`,
  removeOf: (name: string) => `Удалить «${name}»`,
  removed: (name: string) => `«${name}» удалён.`,
  restore: 'Вернуть',
}

export const months = {
  title: 'От обращений до заказов',
  failed: 'Числа по месяцам не загрузились',
  caption: 'Сколько начиналось в каждом месяце.',
  empty: 'За 12 месяцев не было ни обращений, ни заказов. График появится с первым из них.',
  label: (orders: string, leads: string) =>
    `За 12 месяцев: обращений и заявок ${leads}, заказов ${orders}`,
  leads: 'Обращения и заявки',
  bookings: 'Бронирования',
  orders: 'Заказы',
  month: 'Месяц',
  table: 'Показать таблицей',
}
