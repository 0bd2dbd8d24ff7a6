import { formatCount } from '../../lib/plural.ts'
import { typographer as t, typeset } from '../../lib/typography.ts'

export const security = typeset({
  title: 'Безопасность',
  description: 'Сеансы, второй шаг входа, пароль, согласия, выгрузка и удаление данных.',
  failed: 'Не удалось выполнить',
  loadFailed: 'Не удалось загрузить',
  sessions: 'Сеансы',
  sessionsNote: 'Устройства, на которых вы вошли. Незнакомое завершите и смените пароль.',
  seen: (ip: string, when: string) => `${ip}, ${when}`,
  current: 'Это устройство',
  end: 'Завершить',
  endNamed: (device: string, when: string) => `Завершить: ${device}, ${when}`,
  endOthers: 'Завершить остальные сеансы',
  password: 'Пароль',
  passwordNote: 'После смены остальные сеансы завершатся.',
  currentPassword: 'Текущий пароль',
  newPassword: 'Новый пароль',
  change: 'Сменить пароль',
  changing: 'Сохраняем…',
  changed: 'Пароль изменён. Остальные сеансы завершены.',
})

/** The password of the first start. */
export const firstPassword = typeset({
  title: 'Смените первый пароль',
  until: (when: string) =>
    t(
      `Вы вошли с паролем, который был задан при установке сайта: его могли видеть другие. Смените его до ${when}, после этого панель администратора закроется до смены.`,
    ),
  overdue:
    'Вы вошли с паролем, который был задан при установке сайта, и его срок вышел. Панель администратора откроется сразу после смены пароля.',
  change: 'Сменить пароль',
})

/** Confirmation of the user's identity. */
export const proof = typeset({
  title: 'Подтвердите, что это вы',
  why: 'Так никто не изменит вход и не заберёт данные с оставленного без присмотра устройства.',
  way: 'Чем подтвердить',
  byPassword: 'Паролем',
  byCode: 'Кодом из письма',
  byApp: 'Кодом из приложения',
  appCode: 'Код из приложения или код восстановления',
  byKey: 'Ключом доступа',
  keyNote: 'Подтвердите отпечатком, лицом или PIN-кодом устройства.',
  keyFailed: 'Ключ доступа не подтвердил вход. Попробуйте ещё раз.',
  password: 'Пароль',
  willSend: 'Пришлём код на почту вашего аккаунта.',
  sent: 'Код отправлен на почту вашего аккаунта. Он действует 10 минут.',
  send: 'Отправить код',
  confirm: 'Подтвердить',
  checking: 'Проверяем…',
  failed: 'Не удалось подтвердить',
})

/** TOTP and recovery codes. */
export const factor = typeset({
  title: 'Второй шаг входа',
  note: 'Кроме пароля понадобится ваше устройство: украденный пароль сам по себе не поможет.',
  required: 'Администратору второй шаг обязателен: хотя бы один способ должен остаться.',
  app: 'Приложение с кодами',
  appNote: 'Яндекс Ключ, Google Authenticator, 1Password или любое другое.',
  on: 'Включено',
  setUp: 'Настроить',
  switchOff: 'Отключить',
  setUpTitle: 'Приложение с кодами',
  scan: 'Отсканируйте картинку приложением, затем введите код, который оно покажет.',
  picture: 'QR-код для приложения с кодами',
  byHand: 'Или введите ключ вручную:',
  copySecret: 'Скопировать ключ',
  firstCode: 'Код из приложения',
  switchOn: 'Включить',
  checking: 'Проверяем…',
  cancel: 'Отмена',
  failed: 'Не удалось настроить',
  recoveryTitle: 'Коды восстановления',
  recovery:
    'Каждый код заменит приложение один раз, если телефона не будет под рукой. Сохраните их сейчас: больше мы их не покажем.',
  left: (count: number) => t(`Осталось ${formatCount(count, ['код', 'кода', 'кодов'])}`),
  renew: 'Новые коды',
  copyCodes: 'Скопировать',
  download: 'Скачать файлом',
  file: 'recovery-codes.txt',
  fileHead: 'Меридиан Авто: коды восстановления. Каждый действует один раз.',
  kept: 'Коды сохранены в надёжном месте',
  removalTitle: 'Второй шаг входа будет удалён',
  removal: (when: string) =>
    t(
      `Вы сообщили о чужом сеансе, а код из приложения или ключ доступа добавили с того же устройства. Мы удалим их ${when}. Если они ваши, оставьте их.`,
    ),
  keep: 'Оставить',
  openSecurity: 'Открыть «Безопасность»',
  done: 'Готово',
})

export const keys = typeset({
  title: 'Ключи доступа',
  note: 'Вход по отпечатку, лицу или PIN-коду устройства, без пароля.',
  add: 'Добавить ключ доступа',
  remove: 'Удалить',
  named: (when: string) => `Ключ от ${when}`,
  used: (when: string) => t(`Последний вход: ${when}`),
  unused: 'Ещё не использован',
  notMade: 'Ключ не создан: устройство отказало или вы отменили. Попробуйте ещё раз.',
  unable: 'Этот браузер не умеет создавать ключи доступа. Откройте страницу в другом.',
})

export const signInMethods = typeset({
  title: 'Способы входа',
  note: 'Привяжите сервис, чтобы входить через него без пароля.',
  none: 'Вход через VK, Google и Telegram сейчас не подключён.',
  notLinked: 'Не привязан',
  since: (name: string, when: string) => (name ? `${name}, с ${when}` : `с ${when}`),
  link: 'Привязать',
  linkNamed: (name: string) => `Привязать ${name}`,
  unlink: 'Отвязать',
  unlinkNamed: (name: string) => `Отвязать ${name}`,
})

export const consents = typeset({
  title: 'Согласия',
  note: 'Что вы разрешили, когда и какую редакцию текста приняли.',
  purposes: {
    terms: 'Пользовательское соглашение',
    privacy: 'Обработка персональных данных',
    marketing: 'Новости и предложения',
  },
  given: (when: string) => t(`Дано ${when}.`),
  notGiven: 'Не дано.',
  read: 'Прочитать текст',
  give: 'Дать согласие',
  giveNamed: (purpose: string) => `Дать согласие: ${purpose}`,
  withdraw: 'Отозвать',
  withdrawNamed: (purpose: string) => `Отозвать: ${purpose}`,
  withdrawing: 'Отзываем…',
  history: 'Вся история',
  line: (purpose: string, version: string, when: string) =>
    t(`${purpose}: редакция ${version}, дано ${when}`),
  withdrawnAt: (when: string) => t(`отозвано ${when}`),
  ask: 'Отозвать согласие?',
  askNote:
    'Мы перестанем обрабатывать ваши данные, кроме тех, что обязаны хранить по закону. Чтобы стереть и их учётную запись, удалите аккаунт.',
})

export const personalData = typeset({
  title: 'Ваши данные',
  note: 'Всё, что о вас хранят наши службы, одним файлом. Или полное удаление аккаунта.',
  export: 'Выгрузить данные',
  exporting: 'Собираем…',
  exported: 'Файл personal-data.json сохранён.',
  exportedPartly: 'Файл сохранён, но одна из служб не ответила. Повторите через минуту.',
  erase: 'Удалить аккаунт',
  ask: 'Удалить аккаунт?',
  askNote: 'Данные будут удалены без возврата. Договоры по закону хранятся пять лет.',
  erasing: 'Удаляем…',
})
