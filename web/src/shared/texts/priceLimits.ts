import { typeset } from '../../lib/typography.ts'

export const priceLimits = typeset({
  set: 'Сообщить о цене',
  setFor: (name: string) => `Сообщить о цене: ${name}`,
  known: (sum: string) => `Граница — ${sum}.`,
  waits: 'Напишем, когда цена её перейдёт.',
  silent: 'Уведомления выключены.',
  change: 'Изменить границу',
  changeFor: (name: string) => `Изменить границу: ${name}`,
  turnOn: 'Включить уведомления',
  turnOnFor: (name: string) => `Включить уведомления о цене: ${name}`,
  turningOn: 'Включаем…',
  label: 'Граница',
  hints: {
    cars: 'Напишем, когда цена с таможней опустится до неё или поднимется выше: из-за курса или новых ставок.',
    calculations:
      'Напишем, когда сумма опустится до неё или поднимется выше: из-за курса или новых ставок.',
  },
  save: 'Сохранить границу',
  saving: 'Сохраняем…',
  remove: 'Убрать границу',
  removing: 'Убираем…',
  cancel: 'Отмена',
  wrong: 'Укажите сумму в целых рублях',
  saveFailed: 'Не удалось сохранить границу',
  removeFailed: 'Не удалось убрать границу',
  turnOnFailed: 'Не удалось включить уведомления',
})
