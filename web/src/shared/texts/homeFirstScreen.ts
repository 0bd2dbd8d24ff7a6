// Texts of the drawing and of the small calculator on the home page's first screen. They are not part of
// the first load.

import { typographer as t } from '../../lib/typography.ts'

export const heroCar = {
  drawing: t('Седан, вид сбоку: длина 4 955 мм, точки проверки краски и истории'),
  paint: 'краска',
  paintNote: '60 точек',
  history: 'история',
  historyNote: 'по реестрам',
  mm: 'мм',
} as const

export const mini = {
  title: t('Сколько он будет стоить в Москве'),
  price: 'Цена в Европе',
  age: 'Возраст автомобиля',
  ages: { young: 'до 3 лет', middle: '3–5 лет', old: 'старше 5' },
  engine: 'Двигатель',
  power: 'Мощность',
  litres: 'л',
  horsepower: t('л. с.'),
  total: 'Итого с платежами',
  car: 'Автомобиль',
  duty: 'Таможенная пошлина',
  recycling: 'Утилизационный сбор',
  fee: 'Таможенный сбор',
  note: t('По ставкам, действующим сегодня. Доставка и наша работа — отдельные строки договора.'),
  request: 'Получить смету',
  details: 'Подробный расчёт',
  failed: 'Не удалось рассчитать стоимость',
  incomplete: t('Заполните цену, объём и мощность — посчитаем сразу.'),
} as const
