import { formatCount } from '../../lib/plural.ts'
import { typographer as t, typeset } from '../../lib/typography.ts'

export const dashboard = typeset({
  title: 'Личный кабинет',
  description: 'Заказы, избранное, бронирования, платежи и настройки.',
  sections: 'Разделы кабинета',
  overview: 'Обзор',
  favorites: 'Избранное',
  notifications: 'Уведомления',
  settings: 'Настройки',
  bookings: 'Бронирования',
  payments: 'Платежи',
  security: 'Безопасность',
  unknown: 'Такого раздела нет',
  unknownHint:
    'Возможно, адрес набран с ошибкой. Заказы, избранное и настройки — на главной странице кабинета.',
  toOverview: 'В личный кабинет',
  saveFailed: 'Не удалось сохранить',
  fileFailed: 'Не удалось скачать файл',
})

/** The next steps of the customer. */
export const nextSteps = typeset({
  label: 'Главное сейчас',
  document: 'Нужно от вас',
  upload: (title: string) => t(`Загрузить: ${title}`),
  documentNote: (order: string, due: string | null) => t(due ? `${order}, не позже ${due}` : order),
  rejectedNote: (order: string, reason: string | null) =>
    t(reason ? `${order}, отклонён: ${reason}` : `${order}, отклонён`),
  moreDocuments: (count: number, order: string | null) =>
    t(
      `Ещё ${formatCount(count, ['документ', 'документа', 'документов'])}${order ? `: ${order}` : ' к этому заказу'}`,
    ),
  noDocument: 'Документы не нужны',
  noDocumentNote: 'Если что-то понадобится, пришлём уведомление.',
  payment: 'Ближайший платёж',
  noPayment: 'Платить нечего',
  noPaymentNote: 'Новый счёт появится здесь и в разделе платежей.',
  until: (when: string) => t(`до ${when}`),
  noDue: 'срок назовёт менеджер',
  meeting: 'Ближайшая запись',
  noMeeting: 'Записей нет',
  book: 'Выбрать время',
})

export const favorites = typeset({
  title: 'Избранное',
  failed: 'Не удалось загрузить избранное',
  empty: 'Здесь будут автомобили, к которым хочется вернуться',
  emptyHint:
    'Откройте автомобиль из каталога и нажмите «В избранное». Если его цена изменится, вы узнаете об этом первым.',
  toCars: 'Смотреть автомобили',
  noPrice: 'Цена по запросу',
  compare: (count: number) =>
    count === 2 ? 'Сравнить оба автомобиля' : `Сравнить ${count} последних автомобиля`,
  change: (sum: string) => t(`${sum} с тех пор, как вы смотрели`),
  gone: { sold: 'Продан', hidden: 'Снят с показа' } as Record<string, string>,
  note: 'Заметка',
  noteHint: 'Её видите только вы',
  addNote: 'Добавить заметку',
  editNote: 'Изменить заметку',
  saveNote: 'Сохранить',
  savingNote: 'Сохраняем…',
  cancel: 'Отмена',
  remove: 'Убрать из избранного',
  removed: (car: string) => t(`${car} больше не в избранном.`),
  restore: 'Вернуть',
  restoring: 'Возвращаем…',
  removeFailed: 'Не удалось убрать автомобиль',
  restoreFailed: 'Не удалось вернуть автомобиль',
  more: 'Показать ещё',
})

export const calculations = typeset({
  title: 'Сохранённые расчёты',
  failed: 'Не удалось загрузить расчёты',
  empty: 'Сохранённых расчётов пока нет',
  emptyHint:
    'Посчитайте растаможку и нажмите «Сохранить и поделиться»: цифры и редакция ставок останутся такими, какими были.',
  toCalculator: 'Рассчитать растаможку',
  columns: {
    what: 'Расчёт',
    edition: 'Редакция',
    customs: 'Платежи',
    total: 'С автомобилем',
    actions: 'Действия',
  },
  unnamed: (price: string) => t(`Автомобиль за ${price}`),
  electric: 'электромобиль',
  fuels: { petrol: 'бензин', diesel: 'дизель' } as Record<string, string>,
  litres: 'л',
  age: ['год', 'года', 'лет'] as const,
  pdf: 'PDF',
  compare: (count: number) =>
    count === 2 ? 'Сравнить оба расчёта' : `Сравнить ${count} последних расчёта`,
  remove: 'Удалить расчёт',
  ask: 'Удалить расчёт?',
  askNote: (name: string) =>
    t(`${name}: исчезнет из кабинета, и ссылка, которой вы поделились, перестанет открываться.`),
  removing: 'Удаляем…',
  removeFailed: 'Не удалось удалить расчёт',
  more: 'Показать ещё',
})
