import { typographer as t } from '../../lib/typography'

export const orders = {
  title: 'Заказы',
  failed: t('Не удалось загрузить заказы'),
  empty: t('Здесь будет дорога вашего автомобиля'),
  emptyHint: t(
    'После договора появятся семь этапов с датами, карта, документы и платежи. Начните с заявки: менеджер ответит за 15 минут.',
  ),
  request: t('Оставить заявку'),
  number: (number: string) => t(`Заказ ${number}`),
  stage: (place: number, title: string) => t(`Этап ${place} из 7: ${title}`),
  done: t('Автомобиль передан'),
  cancelled: t('Заказ отменён'),
  keys: 'Ключи',
  handedOver: 'Передан',
  left: (sum: string) => t(`осталось ${sum}`),
  allPaid: t('оплачен полностью'),
} as const

export const order = {
  title: 'Заказ',
  description: t('Дорога автомобиля, документы, платежи и расчёт.'),
  failed: t('Не удалось загрузить заказ'),
  none: t('Такого заказа нет'),
  noneHint: t('Проверьте ссылку или найдите заказ в личном кабинете.'),
  toOrders: t('К заказам'),
  views: 'Разделы заказа',
  view: {
    way: 'Путь',
    documents: 'Документы',
    payments: 'Платежи',
    reports: t('Фото и видео'),
    history: t('История изменений'),
  },
  opened: (day: string) => t(`оформлен ${day}`),
  agreed: (sum: string) => t(`${sum} под ключ`),
  ask: t('Спросить менеджера'),
} as const

export const orderRouteTexts = {
  map: (stations: string, now: string) => t(`Карта пути: ${stations}. ${now}`),
  before: t('Автомобиль ещё в Европе'),
  under: t('Автомобиль в пути'),
  after: t('Автомобиль в Москве'),
  done: t('Автомобиль передан'),
  cancelled: t('Заказ отменён'),
  stepRange: (from: number, to: number, when: string) =>
    t(`${from === to ? from : `${from}–${to}`}: ${when}`),
  plan: (when: string) => t(`план ${when}`),
  now: 'Сейчас',
  step: (title: string, place: number) => t(`${title}, этап ${place} из 7`),
  keys: 'Ключи',
  handedOver: (when: string) => t(`Переданы ${when}`),
  unmoved: t('План не менялся.'),
  moved: (was: string, reason: string) => t(`По первому плану — ${was}. ${reason}`),
  required: t('Нужно от вас'),
  nothing: t('Ничего не нужно'),
  nothingNote: t(
    'Документы приняты, счетов к оплате нет. Если что-то понадобится, пришлём уведомление.',
  ),
  upload: (title: string) => t(`Загрузить: ${title}`),
  pay: (sum: string) => t(`Оплатить ${sum}`),
  until: (when: string) => t(`не позже ${when}`),
  payNote: t('Счёт и реквизиты у менеджера'),
} as const

export const orderSteps = {
  title: t('Семь этапов'),
  columns: { stage: 'Этап', plan: 'План', actual: 'Факт', deviation: 'Отклонение' },
  onTime: t('в срок'),
  earlier: (days: string) => t(`на ${days} раньше`),
  later: (days: string, reason: string | null) =>
    t(`на ${days} позже${reason ? `: ${reason}` : ''}`),
  moved: (was: string, reason: string) => t(`срок был ${was}: ${reason}`),
  overdue: (days: string) => t(`дольше плана на ${days}`),
  dayOf: (day: number, length: number) => t(`${day}-й день из ${length}`),
  days: ['день', 'дня', 'дней'] as const,
  since: (when: string) => `с ${when}`,
  none: '—',
  states: { done: 'пройден', current: 'сейчас', pending: 'впереди' },
} as const

export const rateChange = {
  title: t('Срок пересекает смену ставок'),
  text: (edition: string, when: string, plan: string) =>
    t(
      `С ${when} действует другая редакция ставок — «${edition}». Таможня по плану ${plan}. Сумму фиксирует день регистрации декларации: если он придётся на новую редакцию, платежи пересчитаются.`,
    ),
} as const

export const orderDocuments = {
  title: 'Документы',
  yours: t('Нужны от вас'),
  ours: t('От нас'),
  none: t('Документов пока нет'),
  noneHint: t(
    'Здесь появятся договор, отчёт о проверке, счета и список того, что нужно прислать вам.',
  ),
  status: { needed: 'нужен', sent: 'отправлен', accepted: 'принят', rejected: 'отклонён' },
  due: (when: string) => t(`не позже ${when}`),
  sent: (when: string) => t(`отправлен ${when}`),
  added: (when: string) => t(`добавлен ${when}`),
  preparing: t('готовим'),
  ready: t('готов, у менеджера'),
  accepts: t('PDF, PNG, JPEG или WebP до 5 МБ. Со снимков убираем место и время съёмки.'),
  upload: 'Загрузить',
  replace: 'Заменить',
  uploadOf: (title: string) => `Загрузить файл: ${title}`,
  replaceOf: (title: string) => `Заменить файл: ${title}`,
  uploading: 'Загружаем…',
  uploaded: (title: string) => t(`${title}: файл отправлен, менеджер проверит его.`),
  download: 'Скачать',
  downloadOf: (title: string) => `Скачать: ${title}`,
  downloading: 'Скачиваем…',
  wrongType: t('Подойдут PDF, PNG, JPEG и WebP.'),
  tooLarge: t('Файл больше 5 МБ. Уменьшите его или пришлите по частям.'),
  failed: t('Не удалось отправить файл'),
  count: (have: number, all: number) => t(`${have} из ${all}`),
} as const

export const money = {
  title: 'Деньги',
  turnkey: t('рублей под ключ'),
  paid: 'оплачено',
  left: 'осталось',
  bar: (paid: string, agreed: string) => t(`Оплачено ${paid} из ${agreed}`),
  next: t('Следующий платёж'),
  by: (when: string) => t(`до ${when}`),
  calculation: t('Расчёт, по которому подписан договор'),
  noCalculation: t('Расчёт появится после подписания договора'),
  frozen: t('Цифры заморожены: новые ставки и курс их не меняют.'),
  edition: t('Редакция ставок'),
  rate: t('Курс евро'),
  saved: t('Сохранён'),
  customs: t('Таможенные платежи'),
  rest: t('Автомобиль и услуги'),
  total: t('Итого под ключ'),
  difference: t('Разница с ценой договора'),
  columns: { line: 'Строка', sum: 'Сумма' },
  open: t('Открыть расчёт'),
} as const

export const reports = {
  none: t('Отметок пока нет'),
  noneHint: t(
    'На каждом этапе сюда приходят снимки и короткие отчёты: что сделали и где автомобиль.',
  ),
  picture: (title: string, place: number) => t(`${title}, снимок ${place}`),
} as const

export const history = {
  none: t('Изменений пока нет'),
  noneHint: t(
    'Каждая новая дата, документ и платёж останутся здесь: что изменилось, когда и почему.',
  ),
  columns: { at: 'Когда', text: t('Что изменилось'), actor: 'Кто' },
  actors: {
    client: 'вы',
    staff: 'менеджер',
    admin: 'менеджер',
    company: 'менеджер',
    system: 'система',
  } as Record<string, string>,
} as const

export const share = {
  open: t('Показать близким'),
  title: t('Ссылка для близких'),
  about: t('По ссылке видны автомобиль, семь этапов и даты. Имени, цены и документов там нет.'),
  days: t('Сколько действует'),
  terms: [
    { value: '7', label: t('7 дней') },
    { value: '30', label: t('30 дней') },
    { value: '90', label: t('90 дней') },
  ],
  create: t('Создать ссылку'),
  creating: 'Создаём…',
  link: 'Ссылка',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyFailed: t('Браузер не дал скопировать: выделите ссылку.'),
  until: (when: string) => t(`Действует до ${when}`),
  stop: t('Закрыть доступ'),
  stopping: 'Закрываем…',
  stopped: t('Все ссылки на этот заказ больше не работают.'),
  failed: t('Не удалось создать ссылку'),
  stopFailed: t('Не удалось закрыть доступ'),
} as const

export const shared = {
  title: t('Дорога автомобиля'),
  description: t('Семь этапов от договора до ключей, по ссылке от покупателя.'),
  failed: t('Не удалось загрузить заказ'),
  dead: t('Ссылка больше не действует'),
  deadHint: t('Срок вышел, или её закрыл владелец. Попросите новую.'),
  until: (when: string) => t(`Ссылка действует до ${when}`),
  updated: (when: string) => t(`Обновлено ${when}`),
  services: t('Как мы работаем'),
} as const
