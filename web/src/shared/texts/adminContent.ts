// Texts of the admin panel: articles and pictures.

/** The question before a record is published that lacks data. */
export const publishing = {
  question: (name: string) => `Опубликовать: ${name}?`,
  scheduleQuestion: (name: string) => `Запланировать: ${name}?`,
  missing: 'Не хватает',
  readiness: 'Готовность к публикации',
  requiredField: 'Заполните, чтобы опубликовать',
  impossibleWithout: 'Не опубликовать без',
  draftHint: 'Черновик можно сохранить и так: его видят только сотрудники.',
  ready: 'Всё заполнено, можно публиковать.',
  draft: 'Черновик: видят только сотрудники',
  hidden: 'Скрыт: видят только сотрудники',
  showSome: (count: number) => `Показать ${count}`,
  hideSome: (count: number) => `Скрыть ${count}`,
  anyway: 'Опубликовать всё равно',
  scheduleAnyway: 'Запланировать всё равно',
  back: 'Вернуться',
}

export const adminArticle = {
  revisions: 'Прежние версии',
  noRevisions: 'Прежних версий нет.',
  revisionsFailed: 'Версии не загрузились',
  by: (name: string, at: string) => `${name}, ${at}`,
  open: 'Открыть на сайте',
  publishQuestion: (count: number) => `Опубликовать выбранное (${count})?`,
  publishHint: 'О статье, которая выходит впервые, узнают подписчики. Отменить это будет нельзя.',
  publish: 'Опубликовать',
  notReady: 'Читателю не хватит',
  needs: {
    content: 'текста',
    category: 'категории',
    excerpt: 'вступления: вместо него будет начало текста',
    picture: 'картинки: вместо неё будет чертёж',
  },
  publishSome: (count: number) => `Опубликовать ${count}`,
  hideSome: (count: number) => `В черновики ${count}`,
  preview: 'Как прочтут',
  widths: 'Ширина предпросмотра',
  wide: 'Компьютер',
  phone: 'Телефон',
  lists: 'Карточка и поиск',
  asCard: 'Карточка в блоге',
  asResult: 'В поиске и мессенджерах',
  drawingInstead: 'Вместо картинки будет чертёж.',
  addressLater: 'Адрес составит сервер из заголовка, когда вы сохраните статью.',
  otherTags: 'Другая метка',
  typedTags: 'Метки через запятую',
  typedTagsHint: 'Латиницей, как в адресе: road-trip. Без перевода читатель увидит её так же.',
  previewFailed: 'Предпросмотр не обновился',
  noTitle: 'Без заголовка',
  minutes: (count: number) => `${count} мин`,
  restore: 'Вернуть эту версию',
  restoreQuestion: 'Вернуть прежнюю версию?',
  restoreHint:
    'Заголовок, вступление и текст станут такими, как были. Нынешние останутся в списке версий.',
}

export const markdown = {
  toolbar: 'Оформление',
  formats: {
    bold: 'Жирный',
    italic: 'Курсив',
    heading: 'Заголовок',
    list: 'Список',
    numbers: 'Нумерация',
    quote: 'Цитата',
    link: 'Ссылка',
  },
  shortcut: (key: string) => `Ctrl ${key}`,
  picture: 'Вставить картинку',
  describe: 'что на картинке',
}

export const adminMedia = {
  upload: 'Загрузить картинку',
  uploading: 'Загружаем…',
  hint: 'PNG, JPEG, WebP или AVIF до 5 МБ',
  address: 'Адрес картинки',
  addresses: 'Адреса, по одному на строку',
  describedAddresses: 'Адреса, по одному на строку; после пробела — что на снимке',
  describe: (place: number) => `Что на снимке ${place}`,
  byAddress: 'Добавить по адресу',
  cover: 'Обложка',
  makeCover: 'Сделать обложкой',
  makeCoverOf: (place: number) => `Сделать обложкой картинку ${place}`,
  removed: 'Картинка убрана из списка.',
  bringBack: 'Вернуть',
  dropHere: 'Файлы можно перетащить сюда',
  uploadingOf: (done: number, count: number) => `Загружаем ${done} из ${count}…`,
  shown: 'Картинка, как она загружена',
  order: 'Первая картинка — обложка; порядок меняют перетаскивание и стрелки',
  earlier: (place: number) => `Картинка ${place}: ближе к началу`,
  later: (place: number) => `Картинка ${place}: дальше от начала`,
  remove: (place: number) => `Картинка ${place}: убрать`,
  empty:
    'Загруженные картинки будут лежать здесь со своими адресами. Первую добавьте кнопкой «Загрузить картинку».',
}

export const adminCar = {
  open: 'Открыть на сайте',
  videoHint: 'Адрес файла MP4 или WebM, например холодный пуск. Встанет в галерее после снимков',
  notReady: 'Покупателю на странице не хватит',
  incomplete: 'Покупатели сразу увидят страницу такой, какая она есть.',
  publishQuestion: (count: number) => `Опубликовать автомобили (${count})?`,
  needs: {
    year: 'года выпуска',
    body: 'кузова',
    fuel: 'топлива',
    mileage: 'пробега',
    volume: 'объёма двигателя: без него нет цены под ключ',
    power: 'мощности: без неё нет цены под ключ',
    price: 'цены продавца',
    description: 'слов эксперта',
    pictures: 'фотографий',
    length: 'длины: без неё чертёж не в масштабе',
    inspection: 'осмотра: без него нет замеров и отчёта в PDF',
    inspectionLater: 'осмотра: его добавляют после первого сохранения',
  },
  soldSome: (count: number) => `Проданы ${count}`,
}

/** Team members, as the page about the company shows them. */
export const adminMember = {
  notReady: 'Посетителю на странице не хватит',
  incomplete: 'Посетители сразу увидят сотрудника таким.',
  publishQuestion: (count: number) => `Показать сотрудников (${count})?`,
  needs: {
    position: 'должности',
    portrait: 'портрета: вместо него будут инициалы',
    work: 'слов о том, чем занимается',
    contact: 'телефона или почты: к нему не обратиться',
  },
}
