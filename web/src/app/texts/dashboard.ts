import { typographer as t } from '../../lib/typography'

export const dashboard = {
  title: 'Личный кабинет',
  description: t('Заказы, избранное, бронирования, платежи и настройки.'),
  sections: 'Разделы кабинета',
  overview: 'Обзор',
  bookings: 'Бронирования',
  payments: 'Платежи',
  security: 'Безопасность',
  unknown: t('Такого раздела нет'),
  unknownHint: t(
    'Возможно, адрес набран с ошибкой. Заказы, избранное и настройки — на главной странице кабинета.',
  ),
  toOverview: t('В личный кабинет'),
  saveFailed: t('Не удалось сохранить'),
  fileFailed: t('Не удалось скачать файл'),
} as const

/** What needs the customer now. */
export const nextSteps = {
  label: t('Главное сейчас'),
  document: t('Нужно от вас'),
  upload: (title: string) => t(`Загрузить: ${title}`),
  documentNote: (order: string, due: string | null) =>
    t(`${order}${due ? `, не позже ${due}` : ''}`),
  noDocument: t('Все документы у нас'),
  noDocumentNote: t('Если понадобится ещё что-то, пришлём уведомление.'),
  payment: t('Ближайший платёж'),
  noPayment: t('Платить нечего'),
  noPaymentNote: t('Новый счёт появится здесь и в разделе платежей.'),
  until: (when: string) => t(`до ${when}`),
  noDue: t('срок назовёт менеджер'),
  meeting: t('Ближайшая встреча'),
  noMeeting: t('Встреч не назначено'),
  book: t('Выбрать время'),
} as const

export const favorites = {
  title: 'Избранное',
  failed: t('Не удалось загрузить избранное'),
  empty: t('Здесь будут автомобили, к которым хочется вернуться'),
  emptyHint: t(
    'Откройте автомобиль из каталога и нажмите «В избранное». Если его цена изменится, вы узнаете об этом первым.',
  ),
  toCars: t('Смотреть автомобили'),
  noPrice: t('Цена по запросу'),
  change: (sum: string) => t(`${sum} с тех пор, как вы смотрели`),
  gone: { sold: 'Продан', hidden: t('Снят с показа') } as Record<string, string>,
  note: 'Заметка',
  noteHint: t('Её видите только вы'),
  addNote: t('Добавить заметку'),
  editNote: t('Изменить заметку'),
  saveNote: 'Сохранить',
  savingNote: 'Сохраняем…',
  cancel: 'Отмена',
  remove: t('Убрать из избранного'),
  removed: (car: string) => t(`${car} больше не в избранном.`),
  restore: 'Вернуть',
  restoring: 'Возвращаем…',
  removeFailed: t('Не удалось убрать автомобиль'),
  restoreFailed: t('Не удалось вернуть автомобиль'),
  more: t('Показать ещё'),
} as const

export const calculations = {
  title: t('Сохранённые расчёты'),
  failed: t('Не удалось загрузить расчёты'),
  empty: t('Сохранённых расчётов пока нет'),
  emptyHint: t(
    'Посчитайте растаможку и нажмите «Сохранить и поделиться»: цифры и редакция ставок останутся такими, какими были.',
  ),
  toCalculator: t('Рассчитать растаможку'),
  columns: {
    what: 'Расчёт',
    edition: 'Редакция',
    customs: 'Платежи',
    total: t('С автомобилем'),
    actions: 'Действия',
  },
  unnamed: (price: string) => t(`Автомобиль за ${price}`),
  electric: 'электромобиль',
  fuels: { petrol: 'бензин', diesel: 'дизель' } as Record<string, string>,
  litres: 'л',
  age: ['год', 'года', 'лет'] as const,
  pdf: 'PDF',
  remove: t('Удалить расчёт'),
  ask: t('Удалить расчёт?'),
  askNote: t('Ссылка, которой вы поделились, тоже перестанет открываться.'),
  removing: 'Удаляем…',
  removeFailed: t('Не удалось удалить расчёт'),
  more: t('Показать ещё'),
} as const
