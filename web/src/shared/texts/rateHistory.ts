import { formatNumber, formatPercent } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typeset as t } from '../../lib/typography.ts'

const formatRate = (value: number) => `${formatNumber(value, 'text', 2)}${NBSP}₽`

/** A change below 0.05 % counts as none, because the text rounds to a tenth of a per cent. */
const noticeable = 0.0005

function change(last: number, first: number): string {
  const share = (last - first) / first
  if (Math.abs(share) < noticeable) return 'столько же'
  return `с тех пор евро ${share > 0 ? 'подорожал' : 'подешевел'} на ${formatPercent(Math.abs(share))}`
}

export const rateHistory = {
  title: t('Курс евро за 12 месяцев'),
  rate: formatRate,
  lead: (last: number, lastDay: string, first: number, firstDay: string) =>
    t(
      `Банк России на ${lastDay}: ${formatRate(last)} за евро. На ${firstDay} было ${formatRate(first)}: ${change(last, first)}. Пошлину физического лица считают в евро, поэтому её сумма в рублях следует за курсом дня декларации.`,
    ),
  collecting: (since: string) =>
    t(`Собираем курс Банка России с ${since}: линия появится, когда наберётся три дня.`),
  empty: t(
    'Линии пока нет: сайт ещё не получил от Банка России ни одного курса и спрашивает снова.',
  ),
  failed: t('Не удалось получить курс за прошлые дни'),
  label: (first: number, last: number) =>
    t(`Курс евро Банка России: год назад ${formatRate(first)}, сейчас ${formatRate(last)}`),
  table: {
    summary: t('Показать таблицей, по месяцам'),
    moment: t('Последний день месяца'),
    value: t('Рублей за евро'),
  },
}
