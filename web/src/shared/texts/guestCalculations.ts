// The toast about calculations that were saved before the sign-in.

import { typeset } from '../../lib/typography.ts'

export const guestCalculations = typeset({
  kind: 'Расчёты',
  claimed: (count: number) =>
    count === 1
      ? 'Расчёт, сохранённый до входа, теперь в личном кабинете'
      : `Расчёты, сохранённые до входа, теперь в личном кабинете: ${count}`,
  full: 'Расчёты, сохранённые до входа, не поместились в личный кабинет',
  left: (count: number) =>
    `Не поместилось: ${count}. В кабинете хранится до 500 расчётов; остальные открываются по своим ссылкам.`,
  show: 'Показать',
})
