// Texts of the admin panel: webhook endpoints of the status page.

import { NBSP } from '../../lib/spaces.ts'

export const webhookLabels = {
  enabled: 'Работает',
  failing: 'Не отвечает',
  disabled: 'Отключён',
}

export const deliveryLabels: Readonly<Record<string, string>> = {
  pending: 'Ждёт отправки',
  delivered: 'Доставлено',
  failed: 'Не доставлено',
}

/** The label of a delivery that failed and is sent again later. */
export const retriedDeliveryLabel = 'Не дошло, повторим'

export const messageTypeLabels: Readonly<Record<string, string>> = {
  'component.changed': 'Состояние службы',
  'incident.opened': 'Новый инцидент',
  'incident.updated': 'Ход инцидента',
  'incident.resolved': 'Инцидент устранён',
  'maintenance.scheduled': 'Работы запланированы',
  'maintenance.changed': 'Ход работ',
  'webhook.test': 'Проверка',
}

export const adminWebhooks = {
  url: 'Адрес получателя',
  urlHint: 'Только https:// в открытом интернете. Формат и подпись — Standard Webhooks.',
  note: 'Для чего',
  components: 'О каких службах',
  componentsChoice: 'О каких службах (без отметок — обо всех)',
  allComponents: 'Все',
  since: 'Создан',
  empty: 'Сюда добавляют адреса систем, которые должны сразу узнавать о сбоях и работах.',
  secretTitle: 'Секрет показан один раз',
  secretNote:
    'Сохраните его у получателя: им проверяют подпись сообщений. После закрытия записи увидеть его нельзя.',
  secret: 'Секрет',
  copySecret: 'Скопировать секрет',
  test: 'Отправить проверку',
  testing: 'Отправляем…',
  tested: 'Проверка отправлена. Дошла ли она, покажет журнал под кнопками.',
  disable: 'Отключить',
  enable: 'Включить',
  disabledTitle: 'Адрес отключён',
  failing: (count: number) => `Неудачных попыток подряд: ${count}. Повторяем сами, всё реже.`,
  log: 'Последние отправки',
  logFailed: 'Журнал отправок не загрузился',
  logEmpty: 'Пока ничего не отправляли.',
  attempts: (count: number) => `попыток: ${count}`,
  answer: (code: number) => `ответ${NBSP}${code}`,
  took: (ms: number) => `${ms}${NBSP}мс`,
  next: (when: string) => `повтор ${when}`,
}
