import { typographer } from '../../lib/typography.ts'

/**
 * Who bears changes of the exchange rate and the law, and until when. The same text is on a car, a
 * calculation and an order.
 */
export const whoBearsRisk = typographer(
  'Цена автомобиля, доставки и нашей работы закреплена договором. Таможенные платежи считаются по курсу и ставкам дня, когда зарегистрирована декларация: до него их изменение в обе стороны ложится на покупателя, после него сумма окончательная.',
)
