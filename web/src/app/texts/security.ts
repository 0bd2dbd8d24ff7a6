import { formatCount } from '../../lib/plural'
import { typographer as t } from '../../lib/typography'

export const security = {
  title: 'Безопасность',
  description: t('Сеансы, второй шаг входа, пароль, согласия, выгрузка и удаление данных.'),
  failed: t('Не удалось выполнить'),
  loadFailed: t('Не удалось загрузить'),
  sessions: 'Сеансы',
  sessionsNote: t('Устройства, на которых вы вошли. Незнакомое завершите и смените пароль.'),
  seen: (ip: string, when: string) => `${ip}, ${when}`,
  current: t('Это устройство'),
  end: 'Завершить',
  endNamed: (device: string, when: string) => `Завершить: ${device}, ${when}`,
  endOthers: t('Завершить остальные сеансы'),
  password: 'Пароль',
  passwordNote: t('После смены остальные сеансы завершатся.'),
  currentPassword: t('Текущий пароль'),
  newPassword: t('Новый пароль'),
  change: t('Сменить пароль'),
  changing: 'Сохраняем…',
  changed: t('Пароль изменён. Остальные сеансы завершены.'),
} as const

/** Proving once more that it is you. */
export const proof = {
  title: t('Подтвердите, что это вы'),
  why: t('Так никто не изменит вход и не заберёт данные с оставленного без присмотра устройства.'),
  way: t('Чем подтвердить'),
  byPassword: 'Паролем',
  byCode: t('Кодом из письма'),
  password: 'Пароль',
  willSend: t('Пришлём код на почту вашего аккаунта.'),
  sent: t('Код отправлен на почту вашего аккаунта. Он действует 10 минут.'),
  send: t('Отправить код'),
  confirm: 'Подтвердить',
  checking: 'Проверяем…',
  failed: t('Не удалось подтвердить'),
} as const

/** Codes of an application, and recovery codes. */
export const factor = {
  title: t('Второй шаг входа'),
  note: t('Кроме пароля понадобится ваше устройство: украденный пароль сам по себе не поможет.'),
  required: t('Администратору второй шаг обязателен: хотя бы один способ должен остаться.'),
  app: t('Приложение с кодами'),
  appNote: t('Яндекс Ключ, Google Authenticator, 1Password или любое другое.'),
  on: t('Включено'),
  setUp: 'Настроить',
  switchOff: 'Отключить',
  setUpTitle: t('Приложение с кодами'),
  scan: t('Отсканируйте картинку приложением, затем введите код, который оно покажет.'),
  picture: t('QR-код для приложения с кодами'),
  byHand: t('Или введите ключ вручную:'),
  copySecret: t('Скопировать ключ'),
  copied: 'Скопировано',
  copyFailed: t('Браузер не дал скопировать'),
  firstCode: t('Код из приложения'),
  switchOn: 'Включить',
  checking: 'Проверяем…',
  cancel: 'Отмена',
  failed: t('Не удалось настроить'),
  recoveryTitle: t('Коды восстановления'),
  recovery: t(
    'Каждый код заменит приложение один раз, если телефона не будет под рукой. Сохраните их сейчас: больше мы их не покажем.',
  ),
  left: (count: number) => t(`Осталось ${formatCount(count, ['код', 'кода', 'кодов'])}`),
  renew: t('Новые коды'),
  copyCodes: t('Скопировать'),
  download: t('Скачать файлом'),
  file: 'recovery-codes.txt',
  fileHead: 'Меридиан Авто: коды восстановления. Каждый действует один раз.',
  kept: t('Коды сохранены в надёжном месте'),
  done: 'Готово',
} as const

export const keys = {
  title: t('Ключи доступа'),
  note: t('Вход по отпечатку, лицу или PIN-коду устройства, без пароля.'),
  add: t('Добавить ключ доступа'),
  remove: 'Удалить',
  named: (when: string) => `Ключ от ${when}`,
  used: (when: string) => t(`Последний вход: ${when}`),
  unused: t('Ещё не использован'),
  notMade: t('Ключ не создан: устройство отказало или вы отменили. Попробуйте ещё раз.'),
  unable: t('Этот браузер не умеет создавать ключи доступа. Откройте страницу в другом.'),
} as const

export const signInMethods = {
  title: t('Способы входа'),
  note: t('Привяжите сервис, чтобы входить через него без пароля.'),
  none: t('Вход через VK, Google и Telegram сейчас не подключён.'),
  notLinked: t('Не привязан'),
  since: (name: string, when: string) => (name ? `${name}, с ${when}` : `с ${when}`),
  link: 'Привязать',
  linkNamed: (name: string) => `Привязать ${name}`,
  unlink: 'Отвязать',
  unlinkNamed: (name: string) => `Отвязать ${name}`,
} as const

export const consents = {
  title: 'Согласия',
  note: t('Что вы разрешили, когда и какую редакцию текста приняли.'),
  purposes: {
    terms: t('Пользовательское соглашение'),
    privacy: t('Обработка персональных данных'),
    marketing: t('Новости и предложения'),
  },
  given: (when: string) => t(`Дано ${when}.`),
  notGiven: t('Не дано.'),
  read: t('Прочитать текст'),
  give: t('Дать согласие'),
  giveNamed: (purpose: string) => `Дать согласие: ${purpose}`,
  withdraw: 'Отозвать',
  withdrawNamed: (purpose: string) => `Отозвать: ${purpose}`,
  withdrawing: 'Отзываем…',
  history: t('Вся история'),
  line: (purpose: string, version: string, when: string) =>
    t(`${purpose}: редакция ${version}, дано ${when}`),
  withdrawnAt: (when: string) => t(`отозвано ${when}`),
  ask: t('Отозвать согласие?'),
  askNote: t(
    'Мы перестанем обрабатывать ваши данные, кроме тех, что обязаны хранить по закону. Чтобы стереть и их учётную запись, удалите аккаунт.',
  ),
} as const

export const personalData = {
  title: t('Ваши данные'),
  note: t('Всё, что о вас хранят наши службы, одним файлом. Или полное удаление аккаунта.'),
  export: t('Выгрузить данные'),
  exporting: 'Собираем…',
  exported: t('Файл personal-data.json сохранён.'),
  exportedPartly: t('Файл сохранён, но одна из служб не ответила. Повторите через минуту.'),
  erase: t('Удалить аккаунт'),
  ask: t('Удалить аккаунт?'),
  askNote: t('Данные будут удалены без возврата. Договоры по закону хранятся пять лет.'),
  erasing: 'Удаляем…',
} as const
