import { NBSP } from '../../lib/spaces.ts'
import { typographer as t, typeset } from '../../lib/typography.ts'

export const status = {
  title: 'Статус сервисов',
  description: t(
    'Как работают сайт, калькулятор, вход, хранилище и почта: девяносто дней измерений, инциденты и плановые работы.',
  ),
  overall: {
    operational: t('Все сервисы работают'),
    degraded: t('Часть сервисов работает с перебоями'),
    down: t('Есть недоступные сервисы'),
    maintenance: t('Идут плановые работы'),
    unknown: t('Нет свежих данных'),
    loading: t('Узнаём состояние…'),
    fallback: t('Текущее состояние неизвестно'),
  },
  updated: (time: string) => `Обновлено ${time}`,
  every: t('обновляется раз в минуту'),
  fallback: 'Не удалось получить данные. Показаны типовые значения.',
  ninety: 'Девяносто дней',
  legend: 'Обозначения',
  states: {
    operational: 'Работает',
    degraded: 'Перебои',
    down: t('Не работает'),
    maintenance: 'Плановые работы',
    unknown: t('Нет данных'),
  },
  marks: {
    ok: t('без сбоев'),
    slow: 'перебои',
    down: t('не работало'),
    works: 'работы',
    none: t('нет данных'),
  },
  bar: (name: string, uptime: string, sum: string) =>
    `${name}, девяносто дней: доступность ${uptime}. ${sum}`,
  measuredDays: (measured: number, all: number) =>
    t(`данные за ${measured}${NBSP}из ${all}${NBSP}дней`),
  /** Shown until a whole day has been measured. */
  collecting: t('собираем данные'),
  noBar: (name: string) => t(`${name}: измерений за девяносто дней нет`),
  rule: t(
    'Доступность — доля времени без сбоя: полный отказ считается целиком, частичный — на 30 %, замедление не считается. Плановые работы и время без данных исключены. Округление — всегда вниз.',
  ),
  snapshot: (at: string, ago: string) =>
    t(
      `Сама служба статуса не отвечает. Показан её последний снимок: ${at}, ${ago} назад. Через три минуты без новых данных состояние считается неизвестным.`,
    ),
  daysWithOutages: (count: number) => `Дни со сбоями и работами: ${count}`,
} as const

export const statusSubscription = {
  title: t('Узнавать первым'),
  note: t('Письмо о каждом сбое, его устранении и плановых работах. Отписаться — одной ссылкой.'),
  form: 'Подписка на статус',
  scope: t('О чём писать'),
  all: t('Обо всех службах'),
  chosen: t('О выбранных'),
  choose: t('Только о сбоях и работах этих служб:'),
  chooseNone: t('Отметьте службы. Пока не отмечена ни одна, письма придут обо всех:'),
  email: 'Email для писем о статусе',
  telegram: t('Подписаться в Telegram'),
  telegramHint: t('Те же сообщения придут в чат с ботом. Нажмите в нём «Начать».'),
  feed: t('Лента для программ чтения (Atom)'),
  calendar: t('Календарь плановых работ'),
} as const

export const incidents = typeset({
  title: 'Инциденты',
  none: 'За девяносто дней инцидентов не было',
  noneNote: 'Если что-то сломается, здесь появится, что случилось, что мы делаем и когда закончим.',
  unknown: 'Список инцидентов сейчас недоступен.',
  severity: { critical: 'Критический', major: 'Серьёзный', minor: 'Незначительный' } as Record<
    string,
    string
  >,
  stages: {
    investigating: 'Разбираемся',
    identified: 'Причина найдена',
    monitoring: 'Наблюдаем',
    resolved: 'Устранено',
  } as Record<string, string>,
  open: (since: string) => `открыт ${since}`.trim(),
  resolved: (when: string) => `устранён ${when}`,
  more: 'Показать все',
  postmortem: 'Разбор: что случилось и что мы сделали',
})

/** Forms of the accusative case: 'открыт 5 минут', '2 дня назад'. */
export const durations = {
  minutes: ['минуту', 'минуты', 'минут'],
  hours: ['час', 'часа', 'часов'],
  days: ['день', 'дня', 'дней'],
} as const

export const maintenanceTexts = typeset({
  title: 'Плановые работы',
  none: 'Работ не запланировано',
  noneNote:
    'О них предупреждаем здесь и уведомлением, с точным временем и списком того, что будет недоступно.',
  unknown: 'Список работ сейчас недоступен.',
  stages: {
    scheduled: 'Запланированы',
    in_progress: 'Идут',
    verifying: 'Проверяем',
    completed: 'Завершены',
  } as Record<string, string>,
  calendar: 'Добавить в календарь',
})

/** The six components of the specification. `uptime` (%) is shown if the status service does not respond. */
export const statusComponents = [
  { id: 'website', name: 'Сайт', uptime: 99.9 },
  { id: 'api', name: 'API-сервер', uptime: 99.8 },
  { id: 'database', name: 'База данных', uptime: 100 },
  { id: 'auth', name: 'Авторизация', uptime: 99.9 },
  { id: 'storage', name: 'Файловое хранилище', uptime: 99.7 },
  { id: 'email', name: 'Почтовая служба', uptime: 99.5 },
] as const

export const responseTimes = {
  title: 'Время ответа',
  period: 'Период',
  periods: { '24h': 'Сутки', '7d': '7\u00a0дней', '90d': '90\u00a0дней' },
  periodNames: { '24h': 'за сутки', '7d': 'за 7 дней', '90d': 'за 90 дней' },
  lead: {
    '24h': t(
      'Как быстро службы отвечали нашим проверкам, по пять минут. Сплошная линия — половина ответов не дольше, пунктир — 95 из 100. Разрыв — ответов не было.',
    ),
    '7d': t(
      'Как быстро службы отвечали нашим проверкам, по часам. Сплошная линия — половина ответов не дольше, пунктир — 95 из 100. Разрыв — ответов не было.',
    ),
    '90d': t(
      'Как быстро службы отвечали нашим проверкам, по дням. Сплошная линия — половина ответов не дольше, пунктир — 95 из 100. Разрыв — ответов не было.',
    ),
  },
  collecting: {
    '24h': t('Собираем данные: графики появятся через четверть часа после запуска.'),
    '7d': t('Собираем данные: графики по часам появятся через три часа после запуска.'),
    '90d': t('Собираем данные: графики по дням появятся на третий день после запуска.'),
  },
  noPoints: t('Ответов за это время почти не было.'),
  unknown: t('Время ответа сейчас недоступно.'),
  label: (name: string, period: string, last: string) =>
    t(`${name}: время ответа ${period}, сейчас ${last}`),
  unit: 'мс',
  moment: { '24h': 'Время, МСК', '7d': 'Час, МСК', '90d': 'День, UTC' },
  table: { summary: 'Показать таблицей', value: 'Половина', upper: '95 из 100' },
}

export const machines = typeset({
  title: 'Для сайтов и программ',
  note: 'Значок показывает состояние на вашем сайте или в описании проекта и обновляется раз в минуту. Данные страницы открыты: ключ не нужен.',
  component: 'Что показывает значок',
  all: 'Все сервисы вместе',
  badge: (name: string) => `Значок: ${name}`,
  alt: (name: string) => `Меридиан Авто, ${name}`,
  markdown: 'Код для Markdown',
  html: 'Код для HTML',
  copyMarkdown: 'Скопировать Markdown',
  copyHtml: 'Скопировать HTML',
  addresses: 'Адреса данных',
  addressesNote:
    'Ответы в JSON. Отправляйте полученный ETag в If-None-Match: без изменений придёт короткий ответ 304. Достаточно запроса раз в 15 секунд.',
  answers: {
    summary: 'общее состояние одним словом',
    services: 'шесть компонентов и девяносто дней каждого',
    service: 'один компонент, его инциденты и работы',
    incidents: 'открытые инциденты и все за девяносто дней',
    maintenance: 'запланированные и текущие работы',
    latency: 'время ответа',
    badge: 'значок компонента',
  },
})
