// Field names in the change log, as in the forms, and labels for enum values of the services.

import * as words from './adminLabels.ts'
import { fields } from './adminList.ts'
import { adminSettings, settingFields } from './adminSettings.ts'
import { orderFields } from './orders.ts'

export const fieldLabels: Readonly<Record<string, string>> = {
  ...settingFields,
  ...fields,
  ...orderFields,
  assignee_id: 'Исполнитель',
  category: fields.categories,
  current_step: fields.step,
  due_on: 'Срок',
  new: 'Стало',
  note: 'Заметка',
  old: 'Было',
  price_is_manual: 'Цена назначена вручную',
  reason: 'Причина',
  side: 'От кого',
  tags: 'Метки',
}

type Labels = Readonly<Record<string, string>>

/** Labels for the parts of a composite field, by the field. */
export const partLabels: Labels = {
  'widgets.chat': 'Чат',
  'widgets.chat.support': adminSettings.chatSupport,
  'widgets.chat.script': 'Адрес скрипта',
  'widgets.community': 'Сообщества',
  'widgets.community.vk': 'VK',
  'widgets.community.telegram': 'Telegram',
  'widgets.community.max': 'MAX',
  'widgets.community.vkGroup': 'Номер в VK',
  'widgets.community.url': 'Адрес',
  'widgets.map': 'Карта',
  'widgets.map.tiles': 'Адрес плиток',
  'widgets.map.key': 'Ключ',
  'widgets.map.attribution': 'Подпись владельца',
  'widgets.map.latitude': 'Широта офиса',
  'widgets.map.longitude': 'Долгота офиса',
  'widgets.counters': 'Счётчики',
}

/** State labels by record type, since a state's meaning depends on it. */
export const stateLabels: Readonly<Record<string, Labels>> = {
  booking: words.bookingLabels,
  car: words.carLabels,
  comment: words.commentLabels,
  contact: words.handlingLabels,
  order: words.orderLabels,
  order_paper: words.documentLabels,
  payment: words.paymentLabels,
  post: words.articleLabels,
  request: words.handlingLabels,
  subscriber: words.subscriberLabels,
}

export const valueLabels: Readonly<Record<string, Labels>> = {
  body_type: words.bodyLabels,
  euroRateSource: adminSettings.sources,
  fuel: words.fuelLabels,
  kind: { ...words.requestKinds, ...words.paymentKinds },
  new: words.roleLabels,
  old: words.roleLabels,
  side: words.documentSides,
  step: words.stepLabels,
}
