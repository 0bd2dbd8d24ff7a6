import { typographer as t } from '../../lib/typography.ts'

export const blog = {
  title: 'Блог',
  description: t(
    'Разборы ставок, осмотров и дорог: обзоры автомобилей из Европы, советы по покупке, новости таможни и гиды.',
  ),
  heading: t('Что мы узнали, пока везли'),
  lead: t(
    'Разборы ставок, осмотров и дорог. Пишут те, кто сам оформляет декларации и стоит под подъёмником.',
  ),
  tools: t('Поиск и рубрики'),
  search: 'Поиск статей',
  categories: 'Рубрики',
  featured: 'Рекомендуем',
  list: 'Статьи',
  more: 'Загрузить ещё',
  loadingMore: 'Загружаем…',
  minutes: 'мин',
  failed: 'Не удалось загрузить статьи',
  empty: t('Первая статья готовится'),
  emptyNote: t('Загляните через несколько дней.'),
  nothing: t('Ничего не нашлось'),
  nothingNote: t('Попробуйте другое слово или уберите часть условий.'),
  reset: 'Показать все статьи',
  topics: 'Популярные темы',
  found: (count: string) => `Найдено: ${count}`,
} as const

export const categories = [
  { slug: 'all', name: 'Все', count: 12 },
  { slug: 'reviews', name: 'Обзоры', count: 5 },
  { slug: 'tips', name: 'Советы', count: 3 },
  { slug: 'news', name: 'Новости', count: 2 },
  { slug: 'guides', name: 'Гиды', count: 2 },
  { slug: 'maintenance', name: 'Обслуживание', count: 1 },
  { slug: 'travel', name: 'Путешествия', count: 1 },
] as const

/** The fixed list of translations. Other tags are shown unchanged. */
export const tagNames: Record<string, string> = {
  rental: 'Аренда',
  tips: 'Советы',
  import: 'Импорт',
  customs: 'Растаможка',
  delivery: 'Доставка',
  'recycling-fee': 'Утилизационный сбор',
  inspection: 'Осмотр',
  history: 'История автомобиля',
  documents: 'Документы',
  germany: 'Германия',
  electric: 'Электромобили',
  diesel: 'Дизель',
  petrol: 'Бензин',
  winter: 'Зима',
  ownership: 'Владение',
  'road-trip': 'Дорога',
  business: t('Для компаний'),
}

export const usualTopics = [
  'import',
  'customs',
  'recycling-fee',
  'inspection',
  'delivery',
  'documents',
]

export const newsletter = {
  title: t('Письмо, когда выходит новая статья'),
  form: 'Подписка на рассылку',
  email: 'Email для рассылки',
} as const

export const article = {
  loading: 'Статья',
  text: 'Текст статьи',
  failed: t('Не удалось загрузить статью'),
  missing: 'Статья не найдена',
  missingNote: t('Возможно, её сняли с публикации или в адресе опечатка.'),
  all: t('Все статьи'),
  share: 'Поделиться',
  copied: t('Ссылка скопирована'),
  notCopied: t('Скопируйте адрес из строки браузера'),
  updated: (day: string) => `обновлено ${day}`,
  tags: 'Темы статьи',
  related: t('Читать дальше'),
  video: (title: string) => `Видео: ${title}`,
  play: 'Воспроизвести',
  pause: 'Пауза',
  sound: 'Включить звук',
  mute: 'Выключить звук',
  videoFailed: t('Видео не загрузилось. Статья понятна и без него.'),
} as const

export const comments = {
  title: 'Комментарии',
  field: 'Ваш комментарий',
  send: 'Отправить комментарий',
  sending: 'Отправляем…',
  remove: 'Удалить комментарий',
  removing: 'Удаляем…',
  ask: 'Удалить комментарий?',
  askNote: t('Десять минут его можно будет вернуть.'),
  removed: t('Комментарий удалён.'),
  restore: 'Вернуть',
  restoring: 'Возвращаем…',
  restoreFailed: 'Не удалось вернуть комментарий',
  pending: 'На модерации',
  rejected: 'Отклонён',
  reason: (reason: string) => t(`Причина: ${reason}. Комментарий видите только вы.`),
  own: 'Вы',
  signedOut: 'Войдите, чтобы оставить комментарий',
  signIn: 'Войти',
  accepted: t('Спасибо. Комментарий появится после проверки.'),
  empty: 'Пока нет комментариев. Будьте первым!',
  more: t('Показать ещё'),
  missing: t('Напишите комментарий'),
  long: t('Слишком длинно: уложитесь в 1000 знаков'),
  listFailed: 'Не удалось загрузить комментарии',
  addRefused: 'Ошибка при добавлении комментария',
  addFailed: 'Не удалось добавить комментарий',
  removeRefused: 'Ошибка при удалении комментария',
  removeFailed: 'Не удалось удалить комментарий',
} as const
