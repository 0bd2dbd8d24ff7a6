// Texts of the campaigns in the admin panel: composing, the list with its counters, templates.

import { formatCount } from '../../lib/plural.ts'
import { english } from './text.ts'

const people = ['человек', 'человека', 'человек'] as const

export const campaigns = {
  title: 'Управление уведомлениями',
  denied: english(
    'Access denied. You have no rights to the notification admin panel. Contact the administrator.',
    'Доступ закрыт. У вас нет прав на управление уведомлениями. Обратитесь к администратору.',
  ),
  loadFailed: 'Не удалось загрузить',
  loadFailedReason: 'Это наша ошибка. Сами рассылки идут своим ходом.',
} as const

export const compose = {
  form: 'Новая рассылка',
  restored:
    'Восстановлена рассылка, которую вы не отправили. Проверьте получателей, каналы и время.',
  dropDraft: 'Начать заново',
  audience: 'Получатели',
  type: 'Тип',
  heading: 'Заголовок',
  message: 'Сообщение',
  messageHint: 'Можно обратиться по имени: {first_name}, {last_name}.',
  link: 'Ссылка',
  linkHint: 'Страница сайта, например /blog. Можно не указывать.',
  channels: 'Каналы',
  channel: { in_app: 'На сайте', email: 'Почта', push: 'Push', telegram: 'Telegram' },
  later: 'Отправить позже',
  when: 'Когда',
  moscow: 'МСК',
  send: 'Отправить',
  sending: 'Отправляем…',
  // Not 'Отправить себе': two buttons with the same first word are easily confused.
  test: 'Проверить на себе',
  testing: 'Проверяем…',
  tested: 'Сообщение ушло вам: оно всплывёт на экране и останется в колокольчике.',
  undoHint: 'После отправки 30 секунд на отмену',
  everyone: 'Все',
  roles: { user: 'Покупатели', staff: 'Сотрудники', admin: 'Администраторы' },
  chosen: 'Отдельные люди',
  countLoading: 'Считаем получателей…',
  countFailed: 'Не удалось посчитать получателей',
  count: (recipients: number) => formatCount(recipients, people),
  reached: { email: 'почта', push: 'push', telegram: 'Telegram' },
  countChannel: (channel: string, reached: number) => `${channel} — ${reached}`,
  nobody: 'Сейчас в этой группе никого нет',
  sample: (names: string[]) => `Например: ${names.join(', ')}`,
  priority: {
    urgent: 'срочное: остаётся на экране, пока не закроют',
    high: 'приоритет высокий, 8 секунд на экране',
    normal: 'приоритет обычный, 5 секунд на экране',
    low: 'приоритет низкий, 5 секунд на экране',
  },
  securityAlways: 'Приходит, даже если человек отключил уведомления.',
  confirmTitle: (recipients: number) => `Отправить? Получателей: ${recipients}`,
  confirmText: (title: string) => `«${title}»`,
  sent: 'Рассылка поставлена в очередь. Ход отправки виден в списке рассылок.',
  scheduled: (when: string) => `Рассылка уйдёт ${when}`,
  undo: 'Отменить отправку',
  undoing: 'Отменяем…',
  undoLeft: (seconds: number) => `Уйдёт через ${seconds} с`,
  undone: 'Отправка отменена. Текст остался в форме.',
  undoFailed: 'Отменить не удалось: рассылка уже идёт.',
  failed: 'Не удалось отправить. Текст остался в форме, повторите.',
  missing: {
    title: 'Напишите заголовок',
    message: 'Напишите сообщение',
    long: (most: number) => `Не больше ${most} знаков`,
    channels: 'Выберите хотя бы один канал',
    people: 'Выберите хотя бы одного человека',
    when: 'Укажите день и время в будущем',
    link: 'Ссылка должна вести на страницу сайта и начинаться с /',
  },
} as const

export const recipientPicker = {
  label: 'Кому именно',
  hint: 'Имя или почта',
  nobody: 'Никого не нашли',
  failed: 'Поиск не удался, повторите',
  chosen: 'Выбраны',
  remove: (name: string) => `Убрать: ${name}`,
} as const

export const toastPreview = {
  title: 'Как увидит получатель',
  sampleName: 'Анна',
  sampleLastName: 'Орлова',
  emptyTitle: 'Заголовок',
  emptyMessage: 'Текст сообщения появится здесь, пока вы печатаете.',
} as const

export const campaignList = {
  title: 'Рассылки',
  campaign: 'Рассылка',
  recipients: 'Получателей',
  delivered: 'Сообщений дошло',
  read: 'Прочитано на сайте',
  failed: 'Ошибок',
  when: 'Когда',
  cancel: 'Отменить',
  cancelOne: (title: string) => `Отменить рассылку «${title}»`,
  cancelTitle: 'Отменить рассылку?',
  cancelText: 'Кому она уже пришла, у тех останется.',
  cancelling: 'Отменяем…',
  cancelFailed: 'Не удалось отменить рассылку',
  keep: 'Оставить',
  status: {
    scheduled: 'запланирована',
    sending: 'отправляется',
    sent: 'отправлена',
    cancelled: 'отменена',
  },
  queued: 'в очереди',
  hasFailed: 'не отправлена: сбой',
  finished: 'Закончена',
  chosenCount: (count: number) => `Отдельные люди: ${count}`,
  result: (delivered: number, queued: number, failed: number) =>
    [
      `дошло ${delivered}`,
      ...(queued > 0 ? [`ждёт отправки ${queued}`] : []),
      ...(failed > 0 ? [`ошибок ${failed}`] : []),
    ].join(', '),
  filter: 'Состояние',
  search: 'Поиск рассылки',
  empty:
    'Отправленная рассылка появится здесь с числом доставленных и прочитанных. Составить её можно на этой же странице.',
} as const

export const serviceState = {
  connections: (count: number) => `Открытых соединений: ${count}`,
  unknown: 'Открытых соединений: нет данных',
  online: 'Людей на связи',
  replicas: 'Копий службы',
  hour: 'Отправлено за час',
  backlog: 'В очереди',
  region: 'Состояние службы',
} as const

export const templateTexts = {
  title: 'Тексты событий',
  lead: 'Что пишем, когда что-то происходит. Переменные стоят в фигурных скобках.',
  changed: 'изменён',
  edit: 'Изменить',
  editOne: (title: string) => `Изменить текст «${title}»`,
  dialog: 'Текст события',
  heading: 'Заголовок',
  message: 'Сообщение',
  variables: 'Переменные',
  none: 'нет',
  save: 'Сохранить',
  saving: 'Сохраняем…',
  reset: 'Вернуть исходный',
  resetting: 'Возвращаем…',
  failed: 'Не удалось сохранить',
  search: 'Поиск текста',
  nothingFound: 'Ничего не нашлось',
  nothingFoundHint: 'Измените запрос.',
  staleTitle: 'Текст изменил кто-то другой, пока вы его правили',
  staleHint: (title: string, message: string) =>
    `Ваш текст не записан и остался в форме. Сейчас действует: «${title}». «${message}»`,
  keepMine: 'Записать мой поверх',
  takeTheirs: 'Взять действующий',
} as const
