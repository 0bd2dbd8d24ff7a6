import { typographer as t, typeset } from '../../lib/typography.ts'

export const panelNames = {
  hood: 'Капот',
  roof: 'Крыша',
  boot: t('Крышка багажника'),
  left_front_wing: t('Левое переднее крыло'),
  left_front_door: t('Левая передняя дверь'),
  left_rear_door: t('Левая задняя дверь'),
  left_rear_wing: t('Левое заднее крыло'),
  right_front_wing: t('Правое переднее крыло'),
  right_front_door: t('Правая передняя дверь'),
  right_rear_door: t('Правая задняя дверь'),
  right_rear_wing: t('Правое заднее крыло'),
} as const

export const wheelNames = typeset({
  left_front: 'Левое переднее',
  right_front: 'Правое переднее',
  left_rear: 'Левое заднее',
  right_rear: 'Правое заднее',
})

export const seasonNames = {
  summer: 'Летние',
  winter: 'Зимние',
  all_season: 'Всесезонные',
} as const

export const gradeNames = typeset({
  factory: 'заводское покрытие',
  thick: 'плотный заводской слой',
  repainted: 'окрашено повторно',
  levelled: 'окрашено с выравниванием',
  filled: 'толстый слой шпатлёвки',
})

export const inspection = {
  title: t('Отчёт об осмотре'),
  by: (day: string, where: string) => t(where ? `${day}, ${where}` : day),
  download: t('Скачать отчёт, PDF'),
  paint: t('Толщина краски, мкм'),
  paintNote: t('Наибольший замер на каждой детали. До 200 микрон — заводская краска.'),
  left: t('Левая сторона'),
  right: t('Правая сторона'),
  side: (name: string, side: string) => t(`${name}, ${side.toLowerCase()} с толщиной краски`),
  columns: { panel: 'Деталь', microns: 'мкм', grade: t('Что это значит') },
  faults: 'Замечания',
  noFaults: t('Замечаний нет.'),
  picture: (place: string, number: number) => t(`${place}, фотография ${number}`),
  wholeCar: 'Автомобиль',
  tyres: 'Шины',
  tread: t('остаток протектора'),
  battery: t('Тяговая батарея'),
  health: t('от ёмкости новой'),
  capacity: (kwh: string) => t(`${kwh} кВт·ч`),
} as const
