import { typographer as t } from '../../lib/typography'

/** What the page says over the calculator, before its own words are wanted. */
export const calculatorHead = {
  title: 'Калькулятор растаможки',
  lead: t(
    'Пошлина, сборы, НДС и акциз по редакции ставок, которую видно на экране. Результат можно сохранить, переслать и приложить к заявке.',
  ),
} as const
