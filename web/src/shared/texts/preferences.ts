// Texts of the notification preferences: types and channels.

import { typographer as t, typeset } from '../../lib/typography.ts'

export const preferences = {
  title: 'Уведомления',
  table: 'О чём и каким способом сообщать',
  type: 'О чём',
  channels: { in_app: 'На сайте', email: 'Почта', push: 'Push', telegram: 'Telegram' },
  about: typeset({
    booking: 'Этапы заказа, брони автомобилей, встречи и осмотры',
    payment: 'Счета, поступления и возвраты',
    maintenance: 'Сбои и плановые работы сайта',
    promotion: 'Статьи, предложения, цены в избранном',
    system: 'Ответы на ваши вопросы и комментарии',
    security: 'Входы с новых устройств и смена пароля',
  }),
  choice: (type: string, channel: string) => `${type}: ${channel}`,
  securityAlways: t('На сайте о безопасности сообщаем всегда.'),
  quiet: 'Тихие часы',
  quietHint: t(
    'В это время письма, push и сообщения в Telegram ждут утра. Срочное о безопасности приходит сразу.',
  ),
  from: 'С',
  to: 'До',
  zone: 'Часовой пояс',
  sameTimes: t('Начало и конец совпадают. Укажите разное время.'),
  save: 'Сохранить',
  saving: 'Сохраняем…',
  saved: 'Сохранено',
  failed: 'Не удалось сохранить. Введённое осталось на месте, повторите.',
  loadFailed: 'Не удалось загрузить настройки',
  loadFailedReason: 'Сами настройки на месте и действуют.',
} as const

export const push = {
  title: 'Push в этом браузере',
  on: t('Включены: сообщения приходят, даже когда сайт закрыт.'),
  off: t('Выключены. Браузер спросит разрешение после нажатия.'),
  turnOn: 'Включить push',
  turningOn: 'Включаем…',
  turnOff: 'Выключить push',
  turningOff: 'Выключаем…',
  denied: t(
    'Браузер запретил уведомления для этого сайта. Разрешите их в настройках сайта рядом с адресной строкой.',
  ),
  unsupported: 'Этот браузер не умеет принимать push.',
  homeScreen: t(
    'На iPhone и iPad push приходят приложению: нажмите «Поделиться», затем «На экран “Домой”», и откройте сайт оттуда.',
  ),
  failed: 'Не получилось',
  failedInBrowser: t('Не получилось: служба push вашего браузера не ответила. Повторите позже.'),
} as const

export const telegram = {
  title: 'Telegram',
  about: t(
    'Уведомления приходят в чат с нашим ботом, а на сообщения о заказе можно отвечать прямо там.',
  ),
  link: 'Подключить Telegram',
  linking: 'Готовим ссылку…',
  open: 'Открыть Telegram',
  next: t('Откройте бота и нажмите «Начать». Ссылка сработает один раз.'),
  left: 'Она действует ещё',
  scan: t('Или наведите камеру телефона на код.'),
  code: 'QR-код со ссылкой на бота',
  waiting: 'Ждём подтверждения из Telegram…',
  expired: 'Ссылка больше не действует. Создайте новую.',
  linked: 'Подключён',
  linkedHint: t('Что туда приходит, отмечено в таблице выше.'),
  turnOff: 'Отключить',
  turningOff: 'Отключаем…',
  removed: t('Telegram отключён: уведомления туда больше не приходят.'),
  loadFailed: 'Не удалось загрузить состояние Telegram',
  failed: 'Не получилось',
} as const

/** Time zones of Russia from west to east, with their common names. Each appears once. */
export const zones = [
  { value: 'Europe/Kaliningrad', label: 'Калининград, МСК−1' },
  { value: 'Europe/Moscow', label: 'Москва, МСК' },
  { value: 'Europe/Samara', label: 'Самара, Саратов, МСК+1' },
  { value: 'Asia/Yekaterinburg', label: 'Екатеринбург, МСК+2' },
  { value: 'Asia/Omsk', label: 'Омск, МСК+3' },
  { value: 'Asia/Krasnoyarsk', label: 'Красноярск, Новосибирск, МСК+4' },
  { value: 'Asia/Irkutsk', label: 'Иркутск, МСК+5' },
  { value: 'Asia/Yakutsk', label: 'Якутск, Чита, МСК+6' },
  { value: 'Asia/Vladivostok', label: 'Владивосток, МСК+7' },
  { value: 'Asia/Magadan', label: 'Магадан, Сахалин, МСК+8' },
  { value: 'Asia/Kamchatka', label: 'Камчатка, МСК+9' },
] as const
