// Texts of the admin panel: incidents, maintenance and the browser logs.

import { NBSP } from '../../lib/spaces.ts'

// The mildest first: it is the default of a new incident.
export const severityLabels = {
  minor: 'Незначительный',
  major: 'Серьёзный',
  critical: 'Критический',
}

export const incidentLabels = {
  investigating: 'Разбираемся',
  identified: 'Причина найдена',
  monitoring: 'Наблюдаем',
  resolved: 'Устранено',
}

export const maintenanceLabels = {
  scheduled: 'Запланированы',
  in_progress: 'Идут',
  verifying: 'Проверяем',
  completed: 'Завершены',
}

export const adminStatus = {
  severity: 'Тяжесть',
  resolution: 'Показать',
  openOnes: 'Открытые',
  resolvedOnes: 'Устранённые',
  publishQuestion: 'Опубликовать инцидент?',
  publishHint: (title: string, severity: string, services: string) =>
    `Через 30${NBSP}секунд на странице статуса появится ${severity.toLowerCase()} инцидент «${title}». Затронуто: ${services}. До этого публикацию можно отменить, потом о${NBSP}ней узнают все, кто следит за статусом.`,
  publish: 'Опубликовать и сообщить',
  publishNowQuestion: (title: string) => `Опубликовать инцидент «${title}» сейчас?`,
  publishNowHint:
    'Он ещё ждёт публикации. С сообщением он появится сразу, и отменить публикацию будет нельзя.',
  publishClosedHint:
    'Он ещё ждёт публикации. Он появится сразу и уже закрытым, отменить это будет нельзя.',
  waiting: 'Ждёт публикации',
  publishesIn: (seconds: number) =>
    `Опубликуем через ${seconds} с. Пока об инциденте никто не знает.`,
  publishing: 'Публикуем…',
  undo: 'Отменить публикацию',
  undoing: 'Отменяем…',
  undoFailed: 'Отменить не удалось: инцидент уже опубликован.',
  services: 'Затронутые службы',
  resolveQuestion: (title: string) => `Закрыть инцидент «${title}»?`,
  resolveHint: 'Открыть его снова будет нельзя. Все, кто следит за статусом, узнают сразу.',
  resolveConfirm: 'Закрыть инцидент',
  resolveSome: (count: number) => `Устранено: ${count}`,
  resolveSomeQuestion: (count: number) => `Закрыть инциденты (${count})?`,
  resolveSomeHint: 'Открыть их снова будет нельзя. Все, кто следит за статусом, узнают сразу.',
  resolveSomeNote: 'Последнее слово о каждом из них',
  resolveSomeConfirm: 'Закрыть инциденты',
  scheduleQuestion: 'Назначить плановые работы?',
  rescheduleQuestion: 'Изменить плановые работы?',
  /** `services` is empty if no component is affected. */
  scheduleHint: (title: string, from: string, to: string, services: string) =>
    `«${title}»: с ${from} до ${to}. ${services ? `Затронуто: ${services}. ` : ''}Все, кто следит за статусом, узнают сразу.`,
  schedule: 'Назначить и сообщить',
  reschedule: 'Изменить и сообщить',
  cancelWorkHint:
    'Отменить удаление будет нельзя. Все, кто следит за статусом, сразу узнают, что работ не будет.',
  verify: 'Идёт проверка',
  verifyQuestion: 'Начать проверку после работ?',
  complete: 'Завершить работы',
  completeQuestion: 'Завершить работы раньше срока?',
  completeHint:
    'Затронутые службы снова покажут своё состояние. Все, кто следит за статусом, узнают сразу.',
  followersTold: 'Все, кто следит за статусом, узнают сразу.',
  starts: 'Начало (МСК)',
  ends: 'Конец (МСК)',
  since: 'Началось',
  update: 'Сообщение о ходе',
  addUpdate: 'Добавить сообщение',
  updates: 'Ход',
  firstMessage: 'Первое сообщение',
  postmortem: 'Разбор',
  postmortemText: 'Что случилось и что сделали',
  postmortemHint: 'Появится на странице статуса вместе с инцидентом. Пустой текст убирает разбор.',
  postmortemSave: 'Опубликовать разбор',
  template: 'Название шаблона',
  templateNote:
    'Шаблоны экономят минуты, когда сбой повторяется: инцидент открывается одной кнопкой.',
  openFromTemplate: 'Открыть инцидент по шаблону',
  opening: 'Открываем…',
  openedFromTemplate: `Инцидент появится на странице статуса через 30${NBSP}секунд. До этого его можно отменить:`,
  toOpenIncidents: 'открытые инциденты',
  exportHistory: 'Выгрузить историю',
  importHistory: 'Загрузить историю',
  importFailed: 'Файл не загрузился',
  importBroken: 'Это не файл истории: в нём нет JSON',
  importOtherFile: 'Это не файл истории. Подойдёт тот, который делает кнопка «Выгрузить историю».',
  importRowRefused: (field: string, message: string) =>
    `История не загружена. В файле ${field}: ${message}`,
  imported: (added: number, known: number) => `Добавлено записей: ${added}. Уже были: ${known}.`,
  level: 'Уровень',
  levels: {
    fatal: 'Сбой',
    error: 'Ошибка',
    warn: 'Предупреждение',
    info: 'Сведение',
    debug: 'Отладка',
  },
  lines: 'Последние записи',
  linesFailed: 'Записи не загрузились',
  firstSeen: 'Впервые',
  context: 'Место',
  /** Names of the part in which an error occurred, by its id. The first three are not parts of the site. */
  places: {
    page: 'Страница целиком',
    window: 'Код страницы',
    promise: 'Действие в фоне',
    home: 'Главная',
    about: 'О компании',
    services: 'Услуги',
    cars: 'Каталог',
    catalogue: 'Каталог',
    calculator: 'Калькулятор',
    blog: 'Блог',
    contacts: 'Контакты',
    status: 'Статус',
    auth: 'Вход',
    dashboard: 'Личный кабинет',
    notifications: 'Уведомления',
    admin: 'Панель администратора',
    map: 'Карта',
    chat: 'Чат',
    stream: 'Связь с сервером',
    worker: 'Работа без сети',
  },
  times: 'Раз',
  lastSeen: 'Последний раз',
}
