import { typographer } from '../../lib/typography.ts'

/** Who bears a change of the rate and of the law, and until when: the same on a car, a calculation and an order. */
export const whoBearsRisk = typographer(
  'Цена автомобиля, доставки и нашей работы закреплена договором. Таможенные платежи считаются по курсу и ставкам дня, когда зарегистрирована декларация: до него их изменение в обе стороны ложится на покупателя, после него сумма окончательная.',
)
