import { formatNumber, formatRoubles } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typographer as t } from '../../lib/typography.ts'

export const outlook = {
  title: t('Что изменит сумму'),
  today: (sum: string, edition: string) =>
    t(`Сегодня платежи — ${sum} по действующей редакции ${edition}.`),
  /** `sum` has two bounds. The chart below shows only the lower one. */
  todayByPower: (sum: string, edition: string) =>
    t(
      `Сегодня платежи — ${sum}, смотря по мощности, по действующей редакции ${edition}. Ниже взята наименьшая мощность.`,
    ),
  lead: t('Дальше они изменятся так:'),
  steady: t('Ближайшие границы возраста, мощности и закона эту сумму не меняют.'),
  kinds: { age: 'Возраст', power: 'Мощность', law: 'Закон' },
  failed: t('Не удалось узнать, что изменит сумму'),
  historyTitle: t('Платежи за 12 месяцев'),
  historyLead: t(
    'Тот же автомобиль по курсу Банка России и редакции каждого дня. Цена в рублях и возраст — как в расчёте.',
  ),
  /** Short names of months end with a full stop already. */
  marks: (days: string) =>
    t(`Пунктир — день, с которого действуют другие ставки: ${days.replace(/\.$/, '')}.`),
  collecting: (since: string) =>
    t(`Собираем курс Банка России с ${since}: линия появится, когда наберётся три дня.`),
  noRates: t(
    'Линии пока нет: сайт ещё не получил от Банка России ни одного курса и спрашивает снова.',
  ),
  label: (first: number, last: number) =>
    t(
      `Платежи по дням: в начале ${formatRoubles(first, 'text')}, сейчас ${formatRoubles(last, 'text')}`,
    ),
  table: {
    summary: t('Показать таблицей, по месяцам'),
    moment: t('День, курс евро и редакция'),
    value: t('Платежи'),
  },
  row: (day: string, rate: number, edition: string) =>
    `${day}, ${formatNumber(rate, 'text', 2)}${NBSP}₽, ${edition}`,
  editions: t('По редакциям последних 12 месяцев, при сегодняшнем курсе'),
  edition: t('Редакция'),
  inForce: t('Действовала'),
  since: (day: string) => t(`с ${day}`),
  sum: t('Платежи'),
}
