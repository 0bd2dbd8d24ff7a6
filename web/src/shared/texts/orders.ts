import { typographer as t, typeset } from '../../lib/typography.ts'

export const orders = typeset({
  title: 'Заказы',
  failed: 'Не удалось загрузить заказы',
  empty: 'Здесь будет дорога вашего автомобиля',
  emptyHint:
    'После договора появятся семь этапов с датами, карта, документы и платежи. Начните с заявки: менеджер ответит за 15 минут.',
  request: 'Оставить заявку',
  number: (number: string) => t(`Заказ ${number}`),
  stage: (place: number, title: string) => t(`Этап ${place} из 7: ${title}`),
  done: 'Автомобиль передан',
  cancelled: 'Заказ отменён',
  keys: 'Ключи',
  handedOver: 'Передан',
  left: (sum: string) => t(`осталось ${sum}`),
  allPaid: 'оплачен полностью',
})

export const order = typeset({
  title: 'Заказ',
  description: 'Дорога автомобиля, документы, платежи и расчёт.',
  failed: 'Не удалось загрузить заказ',
  none: 'Такого заказа нет',
  noneHint: 'Проверьте ссылку или найдите заказ в личном кабинете.',
  toOrders: 'К заказам',
  views: 'Разделы заказа',
  view: {
    way: 'Путь',
    talk: 'Переписка',
    documents: 'Документы',
    payments: 'Платежи',
    reports: 'Фото и видео',
    history: 'История изменений',
  },
  opened: (day: string) => t(`оформлен ${day}`),
  agreed: (sum: string) => t(`${sum} под ключ`),
  ask: 'Спросить менеджера',
})

/** Field names of an order on the buyer's page, in the admin forms and in the change log. */
export const orderFields = typeset({ calculation_id: 'Расчёт', steps: 'Этапы' })

export const orderJourney = typeset({
  map: (stations: string, now: string) => t(`Карта пути: ${stations}. ${now}`),
  before: 'Автомобиль ещё в Европе',
  underWay: 'Автомобиль в пути',
  after: 'Автомобиль в Москве',
  done: 'Автомобиль передан',
  cancelled: 'Заказ отменён',
  stepRange: (from: number, to: number, when: string) =>
    t(from === to ? `${from}: ${when}` : `${from}–${to}: ${when}`),
  plan: (when: string) => t(`план ${when}`),
  now: 'Сейчас',
  step: (title: string, place: number) => t(`${title}, этап ${place} из 7`),
  keys: 'Ключи',
  handedOver: (when: string) => t(`Переданы ${when}`),
  unmoved: 'План не менялся.',
  moved: (was: string, reason: string) => t(`По первому плану — ${was}. ${reason}`),
  required: 'Нужно от вас',
  nothing: 'Ничего не нужно',
  nothingNote:
    'Документов и счетов, которые ждут вас, сейчас нет. Если что-то понадобится, пришлём уведомление.',
  upload: (title: string) => t(`Загрузить: ${title}`),
  pay: (sum: string) => t(`Оплатить ${sum}`),
  until: (when: string) => t(`не позже ${when}`),
  payNote: 'Счёт и реквизиты у менеджера',
})

export const orderSteps = typeset({
  title: 'Семь этапов',
  columns: { stage: 'Этап', plan: 'План', actual: 'Факт', deviation: 'Отклонение' },
  onTime: 'в срок',
  earlier: (days: string) => t(`на ${days} раньше`),
  later: (days: string, reason: string | null) =>
    t(reason ? `на ${days} позже: ${reason}` : `на ${days} позже`),
  moved: (was: string, reason: string) => t(`срок был ${was}: ${reason}`),
  overdue: (days: string) => t(`дольше плана на ${days}`),
  dayOf: (day: number, length: number) => t(`${day}-й день из ${length}`),
  days: ['день', 'дня', 'дней'] as const,
  since: (when: string) => `с ${when}`,
  none: '—',
  states: { done: 'пройден', current: 'сейчас', pending: 'впереди' },
})

export const planChart = typeset({
  plan: 'первый план',
  actual: 'как вышло',
  label: 'Сроки этапов: первый план и как вышло. Те же даты — в таблице ниже.',
})

export const rateChange = typeset({
  title: 'Срок пересекает смену ставок',
  text: (edition: string, when: string, plan: string) =>
    t(
      `С ${when} действует другая редакция ставок — «${edition}». Таможня по плану ${plan}. Сумму фиксирует день регистрации декларации: если он придётся на новую редакцию, платежи пересчитаются.`,
    ),
})

export const orderDocuments = typeset({
  title: 'Документы',
  yours: 'Нужны от вас',
  ours: 'От нас',
  request: 'Запросить',
  requestOf: (title: string) => t(`Запросить: ${title}`),
  none: 'Документов пока нет',
  noneHint:
    'Здесь появятся договор, отчёт о проверке, счета и список того, что нужно прислать вам.',
  status: { needed: 'нужен', sent: 'отправлен', accepted: 'принят', rejected: 'отклонён' },
  due: (when: string) => t(`не позже ${when}`),
  sent: (when: string) => t(`отправлен ${when}`),
  added: (when: string) => t(`добавлен ${when}`),
  preparing: 'готовим',
  ready: 'готов, у менеджера',
  accepts: 'PDF, PNG, JPEG, WebP или AVIF до 5 МБ. Со снимков убираем место и время съёмки.',
  upload: 'Загрузить',
  replace: 'Заменить',
  uploadOf: (title: string) => `Загрузить файл: ${title}`,
  replaceOf: (title: string) => `Заменить файл: ${title}`,
  uploading: 'Загружаем…',
  uploaded: (title: string) => t(`${title}: файл отправлен, менеджер проверит его.`),
  download: 'Скачать',
  downloadOf: (title: string) => `Скачать: ${title}`,
  downloading: 'Скачиваем…',
  wrongType: 'Подойдут PDF, PNG, JPEG, WebP и AVIF.',
  tooLarge: 'Файл больше 5 МБ. Уменьшите его или выберите другой.',
  failed: 'Не удалось отправить файл',
  count: (have: number, all: number) => t(`${have} из ${all}`),
})

export const money = typeset({
  title: 'Деньги',
  turnkey: 'рублей под ключ',
  paid: 'оплачено',
  refunded: 'возвращено вам',
  left: 'осталось',
  bar: (paid: string, agreed: string) => t(`Оплачено ${paid} из ${agreed}`),
  next: 'Следующий платёж',
  by: (when: string) => t(`до ${when}`),
  calculation: 'Расчёт, по которому подписан договор',
  noCalculation: 'Расчёт появится после подписания договора',
  frozen: 'Это смета на день договора, её строки не переписываются.',
  edition: 'Редакция ставок',
  rate: 'Курс евро',
  saved: 'Сохранён',
  customs: 'Таможенные платежи',
  rest: 'Автомобиль и услуги',
  total: 'Итого под ключ',
  difference: 'Разница с ценой договора',
  columns: { line: 'Строка', sum: 'Сумма' },
  open: 'Открыть расчёт',
})

export const reports = typeset({
  none: 'Отметок пока нет',
  noneHint: 'На каждом этапе сюда приходят снимки и короткие отчёты: что сделали и где автомобиль.',
  picture: (title: string, place: number) => t(`${title}, снимок ${place}`),
})

export const orderHistory = typeset({
  none: 'Изменений пока нет',
  noneHint: 'Каждая новая дата, документ и платёж останутся здесь: что изменилось, когда и почему.',
  columns: { at: 'Когда', text: 'Что изменилось', actor: 'Кто' },
  actors: {
    client: 'вы',
    staff: 'менеджер',
    admin: 'менеджер',
    company: 'менеджер',
    system: 'система',
  } as Record<string, string>,
})

export const share = typeset({
  open: 'Показать близким',
  title: 'Ссылка для близких',
  about: 'По ссылке видны автомобиль, семь этапов и даты. Имени, цены и документов там нет.',
  days: 'Сколько действует',
  terms: [
    { value: '7', label: '7 дней' },
    { value: '30', label: '30 дней' },
    { value: '90', label: '90 дней' },
  ],
  create: 'Создать ссылку',
  creating: 'Создаём…',
  link: 'Ссылка',
  copy: 'Скопировать',
  copyFailed: 'Браузер не дал скопировать: выделите ссылку.',
  until: (when: string) => t(`Действует до ${when}`),
  stop: 'Закрыть доступ',
  stopping: 'Закрываем…',
  stopped: 'Все ссылки на этот заказ больше не работают.',
  failed: 'Не удалось создать ссылку',
  stopFailed: 'Не удалось закрыть доступ',
})

export const shared = typeset({
  title: 'Дорога автомобиля',
  description: 'Семь этапов от договора до ключей, по ссылке от покупателя.',
  failed: 'Не удалось загрузить заказ',
  dead: 'Ссылка больше не действует',
  deadHint: 'Срок вышел, или её закрыл владелец. Попросите новую.',
  until: (when: string) => t(`Ссылка действует до ${when}`),
  updated: (when: string) => t(`Обновлено ${when}`),
  services: 'Как мы работаем',
})
