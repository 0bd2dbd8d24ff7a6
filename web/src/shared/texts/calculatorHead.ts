import { typeset } from '../../lib/typography.ts'

/** The heading above the calculator; the calculator's own texts are loaded later. */
export const calculatorHead = typeset({
  title: 'Калькулятор растаможки',
  lead: 'Пошлина, сборы, НДС и акциз по редакции ставок, которую видно на экране. Результат можно сохранить, переслать и приложить к заявке.',
})
