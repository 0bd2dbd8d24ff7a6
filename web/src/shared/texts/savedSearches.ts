import { formatDay } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { typeset } from '../../lib/typography.ts'

export const savedSearches = typeset({
  title: 'Сохранённые поиски',
  failed: 'Не удалось загрузить поиски',
  empty: 'Сохранённых поисков пока нет',
  emptyHint:
    'Выберите условия в каталоге и нажмите «Сообщить о новых». Когда появится подходящий автомобиль, пришлём уведомление.',
  toCars: 'Открыть каталог',
  save: 'Сообщить о новых',
  saving: 'Сохраняем…',
  saved: 'Поиск сохранён, о новых сообщим',
  savedSilent: 'Поиск сохранён, уведомления выключены',
  manage: 'Мои поиски',
  saveFailed: 'Не удалось сохранить поиск',
  toSave: 'Войдите, чтобы сохранить поиск: о новых автомобилях напишем вам.',
  matching: (count: number) => `Сейчас подходит: ${formatNumber(count, 'text')}`,
  alertedAt: (at: string) => `последнее уведомление — ${formatDay(new Date(at))}`,
  noAlerts: 'уведомлений ещё не было',
  alerts: (name: string) => `Сообщать о новых: ${name}`,
  alertsLabel: 'Сообщать о новых',
  changeFailed: 'Не удалось изменить поиск',
  remove: 'Удалить поиск',
  ask: (name: string) => `Удалить поиск «${name}»?`,
  askNote: 'О новых автомобилях по нему больше не напишем.',
  removing: 'Удаляем…',
  removeFailed: 'Не удалось удалить поиск',
  any: 'Все автомобили',
  quoted: (words: string) => `«${words}»`,
  from: (price: string) => `от ${price}`,
  upTo: (price: string) => `до ${price}`,
  withCustoms: (bounds: string) => `с таможней ${bounds}`,
  turnkey: (bounds: string) => `под ключ ${bounds}`,
  since: (year: string) => `от ${year} года`,
  millions: (count: string) => `${count} млн ₽`,
})
