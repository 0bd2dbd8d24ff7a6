import { typeset } from '../../lib/typography.ts'

export const gearboxes: Record<string, string> = {
  automatic: 'автомат',
  robot: 'робот',
  manual: 'механика',
}

export const drives: Record<string, string> = typeset({
  front: 'передний привод',
  rear: 'задний привод',
  all: 'полный привод',
})

/** Units of car figures, and the text for a missing price. */
export const carUnits = typeset({
  year: 'год',
  km: 'км',
  mm: 'мм',
  hp: 'л. с.',
  kw: 'кВт',
  priceUnknown: 'по запросу',
  withCustoms: (day: string) => (day ? `с таможней на ${day}` : 'с таможней'),
  turnkey: (sum: string) => `под ключ ${sum}`,
  checked: 'Проверен, ',
  reserved: 'Забронирован',
})
