import { formatRoubles } from '../../lib/numbers.ts'
import { typographer as t, typeset } from '../../lib/typography.ts'

export const cars = {
  title: 'Автомобили',
  description: t(
    'Автомобили из Европы: цена в России с таможенными платежами, дата её расчёта и отчёт об осмотре, если он уже прошёл.',
  ),
  heading: t('Автомобили из Европы'),
  lead: t(
    'Цена в рублях — с таможенными платежами по ставкам, действующим сегодня. Под ключ добавляются доставка и наша работа.',
  ),
  filters: 'Фильтры',
  search: 'Поиск по марке и модели',
  body: 'Кузов',
  brand: 'Марка',
  fuel: 'Топливо',
  year: t('Год от'),
  sort: 'Сортировка',
  prices: {
    price: { label: t('Цена с таможней, ₽'), choose: t('С таможней') },
    turnkey: { label: t('Цена под ключ, ₽'), choose: t('Под ключ') },
  },
  pricesFailed: t('Границы узнаем, когда загрузятся автомобили'),
  any: 'Все',
  anyYear: 'Любой',
  million: 'млн',
  found: (count: string) => `Найдено: ${count}`,
  reset: t('Сбросить фильтры'),
  list: t('Список автомобилей'),
  more: 'Загрузить ещё',
  loading: 'Загружаем…',
  failed: t('Не удалось загрузить автомобили'),
  empty: t('Сейчас все автомобили проданы'),
  emptyNote: t('Новые появятся здесь после осмотра. А пока найдём ваш.'),
  emptyAction: t('Рассказать, что ищете'),
  nothing: 'Под эти условия ничего не подошло',
  nothingNote: t(
    'Расширьте бюджет или уберите часть условий. Или расскажите, что ищете: подберём отдельно.',
  ),
} as const

export const bodyNames: Record<string, string> = {
  sedan: 'Седан',
  estate: 'Универсал',
  wagon: 'Универсал',
  coupe: 'Купе',
  cabriolet: 'Кабриолет',
  convertible: 'Кабриолет',
  roadster: 'Родстер',
  suv: 'Внедорожник',
  crossover: 'Кроссовер',
  hatchback: 'Хэтчбек',
  liftback: 'Лифтбек',
  van: 'Минивэн',
  minivan: 'Минивэн',
  pickup: 'Пикап',
}

export const fuelNames: Record<string, string> = {
  petrol: 'Бензин',
  diesel: 'Дизель',
  electric: 'Электро',
  hybrid: 'Гибрид',
}

export const gearboxNames: Record<string, string> = {
  automatic: 'Автомат',
  robot: 'Робот',
  manual: 'Механика',
}

export const driveNames: Record<string, string> = {
  front: 'Передний',
  rear: 'Задний',
  all: 'Полный',
}

export const carTags: Record<string, string> = {
  'history-checked': t('История проверена'),
  'one-owner': t('Один владелец'),
  'service-book': t('Полная сервисная книжка'),
  'original-paint': t('Кузов в родной краске'),
  repaired: t('Есть окрашенные детали'),
  'up-to-160-hp': t('До 160 л. с.'),
  'all-wheel-drive': t('Полный привод'),
  'seven-seats': t('Семь мест'),
  'tow-bar': 'Фаркоп',
  'two-wheel-sets': t('Два комплекта колёс'),
  'video-report': t('Есть видеоосмотр'),
  'leasing-return': t('После лизинга'),
}

export const sorts = typeset([
  { value: '', label: 'Сначала новые' },
  { value: 'price_asc', label: 'Сначала дешевле' },
  { value: 'price_desc', label: 'Сначала дороже' },
  { value: 'year_desc', label: 'Сначала моложе' },
  { value: 'mileage_asc', label: 'Меньше пробег' },
])

export const car = {
  loading: 'Автомобиль',
  failed: t('Не удалось загрузить автомобиль'),
  missing: 'Такого автомобиля нет',
  missingNote: t('Его могли продать и снять с публикации, или в адресе опечатка.'),
  all: t('Весь каталог'),
  states: {
    published: t('Можно купить'),
    sold: 'Продан',
    hidden: t('Снят с публикации'),
  },
  /** The state of a published car that has an inspection record. */
  inspected: t('Проверен, можно купить'),
  sold: t('Этот автомобиль продан. Найдём такой же или лучше.'),
  photographs: 'Фотографии автомобиля',
  video: t('Видео с осмотра'),
  videoOf: (name: string) => t(`Видео: ${name}`),
  videoFailed: t('Видео здесь не открылось.'),
  videoOpen: t('Открыть его отдельно'),
  drawing: (name: string) => t(`${name}, вид сбоку с размерами и точками проверки`),
  price: t('Под ключ в Москве'),
  priceNote: (rate: string, date: string) => t(`курс ${rate}, расчёт на ${date}`),
  priceAsk: t('Цену посчитаем по запросу: нужны документы машины.'),
  parts: {
    car: 'Автомобиль',
    customsDuty: t('Таможенная пошлина'),
    exciseTax: 'Акциз',
    vat: 'НДС',
    recyclingFee: 'Утилизационный сбор',
    registrationCost: 'Таможенный сбор',
    delivery: t('Доставка и страховка груза'),
    work: t('Работа по договору'),
    laboratory: t('Лаборатория и электронный паспорт'),
  },
  groups: {
    car: 'автомобиль',
    customs: t('таможенные платежи'),
    services: t('доставка и работа'),
  },
  withCustoms: t('Из них автомобиль с таможней'),
  partsTitle: t('Из чего складывается цена'),
  calculate: t('Пересчитать в калькуляторе'),
  order: t('Запросить отчёт'),
  /** Instead of `order` if the report can be downloaded. */
  orderEstimate: t('Запросить смету'),
  downloadReport: t('Скачать отчёт'),
  keep: (name: string) => t(`Сохранить ${name}`),
  toKeep: (name: string) => t(`Войдите, и мы сохраним ${name} среди избранных.`),
  favorite: 'В избранное',
  unfavorite: 'Убрать из избранного',
  favoriteFailed: t('Не удалось изменить избранное'),
  specs: 'Характеристики',
  specNames: {
    year: t('Год выпуска'),
    mileage: 'Пробег',
    body: 'Кузов',
    engine: 'Двигатель',
    power: 'Мощность',
    powerInPapers: 'Мощность в документах',
    gearbox: 'Коробка',
    drive: 'Привод',
    colour: 'Цвет',
    length: 'Длина',
    place: t('Где стоит'),
    priceThere: t('Цена продавца'),
  },
  report: t('Что увидел эксперт'),
  checks: t('Девять проверок'),
  checksLead: t('Номера 1–8 — те же, что на чертеже, история под номером 9 видна в документах.'),
  reportToCome: t('Отчёт с замерами и фотографиями пришлём вместе со сметой.'),
  reportReady: t('Отчёт с замерами и фотографиями уже можно скачать.'),
  related: t('Похожие автомобили'),
} as const

export const nineChecks = typeset([
  { title: 'Кузов', text: 'Зазоры, следы правки, подкрылки и пороги на подъёмнике.' },
  { title: 'Толщина ЛКП', text: 'Замер в шестидесяти точках с фотографией прибора.' },
  { title: 'Двигатель', text: 'Холодный пуск, эндоскоп, течи, цепь и турбина на слух.' },
  {
    title: 'Коробка передач',
    text: 'Переключения на холодную и горячую, масло, ошибки блока.',
  },
  { title: 'Подвеска', text: 'Люфты, амортизаторы, пневматика после ночи, тормозные диски.' },
  { title: 'Электроника', text: 'Опрос всех блоков, камеры, датчики, версии прошивок.' },
  { title: 'Салон', text: 'Износ против пробега, подушки, климат, запахи и влага.' },
  { title: 'Документы', text: 'Свидетельство о соответствии, мощность в киловаттах, ключи.' },
  { title: 'История', text: 'Пробег по счетам и реестрам, аварии, залоги, отзывные кампании.' },
])

/** Checks that differ for a car without a combustion engine. The others are the same. */
export const electricChecks: Record<string, string> = typeset({
  Двигатель:
    'Ёмкость батареи под нагрузкой, разброс напряжения ячеек, ток утечки, история быстрых зарядок.',
  'Коробка передач': 'Редуктор и подшипники на слух, рекуперация, ошибки инвертора.',
  Подвеска:
    'Люфты под весом батареи, амортизаторы, пневматика после ночи, коррозия тормозных дисков.',
})

/** Titles of these checks. */
export const electricTitles: Record<string, string> = typeset({
  Двигатель: 'Батарея и электродвигатели',
  'Коробка передач': 'Редуктор и инвертор',
})

export const carRequest = {
  form: 'Заявка на автомобиль',
  title: t('Пришлём отчёт и смету'),
  lead: t(
    'Перезвоним за 15 минут в рабочее время, ответим на вопросы и пришлём отчёт эксперта. До покупки отказ бесплатный.',
  ),
  /** For a car whose report can be downloaded. */
  estimateTitle: t('Пришлём смету'),
  estimateLead: t(
    'Перезвоним за 15 минут в рабочее время, ответим на вопросы и пришлём смету. До покупки отказ бесплатный.',
  ),
  messageHint: t('Например: хочу увидеть машину по видео'),
} as const

export const priceHistory = {
  title: 'Как менялась цена',
  unchanged: (since: string) =>
    t(`С ${since} цена не менялась. После первого изменения здесь появится график.`),
  change: (difference: number, since: string) =>
    difference === 0
      ? t(`С ${since} цена вернулась к прежней.`)
      : t(
          `С ${since} цена с таможней стала ${difference < 0 ? 'ниже' : 'выше'} на ${formatRoubles(Math.abs(difference), 'text')}.`,
        ),
  label: (first: string, last: string) => `Цена с таможней: была ${first}, сейчас ${last}`,
  table: { summary: 'Показать таблицей', moment: 'С какого дня', value: 'Цена с таможней' },
}
