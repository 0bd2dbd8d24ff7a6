// Field names in the change log, as in the forms, and labels for enum values of the services.

import { adminInspection } from './adminInspection.ts'
import * as enumLabels from './adminLabels.ts'
import { fields } from './adminList.ts'
import { adminSettings, settingFields } from './adminSettings.ts'
import { adminStatus, incidentLabels, maintenanceLabels, severityLabels } from './adminStatus.ts'
import { adminWebhooks } from './adminWebhooks.ts'
import { compose } from './campaigns.ts'
import { kindLabels } from './notifications.ts'
import { orderFields } from './orders.ts'
import { statusComponents } from './status.ts'

export const fieldLabels: Readonly<Record<string, string>> = {
  ...settingFields,
  ...fields,
  ...orderFields,
  account_status: 'Учётная запись',
  affectedServices: adminStatus.services,
  after: 'Стало',
  answered_at: 'Отвечено',
  assignee_id: 'Кто ведёт',
  at: 'Когда',
  audience: compose.audience,
  author_avatar_url: 'Портрет автора',
  battery: 'Батарея',
  before: 'Было',
  category: fields.categories,
  channels: compose.channels,
  components: adminWebhooks.components,
  current_step: fields.step,
  delay_reason: 'Причина переноса',
  drawing: 'Рисунок вместо картинки',
  due_on: 'Срок',
  enabled: 'Включён',
  image_alts: 'Описания снимков',
  ends_at: 'Конец (МСК)',
  inspected_on: adminInspection.inspectedOn,
  inspector: adminInspection.inspector,
  is_admin: 'Администратор',
  key: 'Событие',
  new: 'Стало',
  note: 'Заметка',
  notice_id: 'Извещение банка',
  old: 'Было',
  order_number: 'Заказ',
  owner: 'Владелец',
  owner_id: 'Владелец',
  paint: 'Толщина краски',
  panel: adminInspection.panel,
  per_day: 'Запросов в сутки',
  per_minute: 'Запросов в минуту',
  pictures: 'Снимки',
  planned_from: 'Начало этапа',
  planned_to: 'Конец этапа',
  post_id: 'Статья',
  price_is_manual: 'Цена назначена вручную',
  provider: 'Платёжная система',
  reason: 'Причина',
  reference: 'Номер',
  revoked_at: 'Отозван',
  route: 'Путь',
  scheduledEnd: adminStatus.ends,
  scheduledStart: adminStatus.starts,
  scheduled_at: 'Отправка',
  severity: adminStatus.severity,
  side: 'От кого',
  subject: 'Тема',
  summary: adminInspection.summary,
  tags: 'Метки',
  text: 'Текст',
  thumbnail_url: 'Картинка в списке',
  type: compose.type,
  tyre_season: adminInspection.season,
  tyres: 'Шины',
  unsubscribed_at: 'Отписан',
  url: 'Адрес',
}

/** Field names that mean something else in one kind of record. */
export const recordFieldLabels: Readonly<Record<string, string>> = {
  'template.name': adminStatus.template,
  'incident.text': adminStatus.postmortem,
}

type Labels = Readonly<Record<string, string>>

/** Labels for the parts of a composite field, by the field. */
export const partLabels: Labels = {
  'audience.all': compose.everyone,
  'audience.role': 'Роль',
  'audience.segment': 'Группа',
  'audience.user_ids': compose.chosen,
  ...Object.fromEntries(
    Object.entries(enumLabels.orderStepLabels).map(([step, label]) => [`steps.${step}`, label]),
  ),
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
  booking: enumLabels.bookingStatusLabels,
  car: enumLabels.carStatusLabels,
  comment: { pending: 'На модерации', approved: 'Одобрен', rejected: 'Отклонён' },
  contact: enumLabels.handlingStatusLabels,
  incident: incidentLabels,
  maintenance: maintenanceLabels,
  order: enumLabels.orderStatusLabels,
  order_paper: enumLabels.documentStatusLabels,
  payment: enumLabels.paymentStatusLabels,
  refund: enumLabels.refundStatusLabels,
  post: enumLabels.articleStatusLabels,
  request: enumLabels.handlingStatusLabels,
  subscriber: enumLabels.subscriberStatusLabels,
}

const componentLabels = Object.fromEntries(statusComponents.map(({ id, name }) => [id, name]))

export const valueLabels: Readonly<Record<string, Labels>> = {
  affectedServices: componentLabels,
  audience: {
    ...enumLabels.roleLabels,
    subscribers: 'Согласились на рассылку',
    buyers: 'Есть заказ',
    newcomers: 'Зарегистрировались за 30 дней',
    push: 'Включили push',
  },
  body_type: enumLabels.bodyTypeLabels,
  channels: compose.channel,
  components: componentLabels,
  euroRateSource: adminSettings.sources,
  fuel: enumLabels.fuelLabels,
  kind: {
    ...enumLabels.requestKindLabels,
    ...enumLabels.paymentKindLabels,
    ...enumLabels.bookingKindLabels,
  },
  new: enumLabels.roleLabels,
  old: enumLabels.roleLabels,
  severity: severityLabels,
  side: enumLabels.documentSideLabels,
  step: enumLabels.orderStepLabels,
  type: kindLabels,
}
