// The default tariff edition and euro rate of all calculations. Before a change is saved, the form
// shows how it affects the customs payments of sample cars.

import { calls } from '../../../api/calls.ts'
import type { PolicyPreviewRead, RatesRead } from '../../../api/wire/calculator.ts'
import { formatDay } from '../../../lib/dates.ts'
import { bindEditionNames } from '../../../lib/editionNames.ts'
import { formatNumber, formatRoubles, formatRoublesChange } from '../../../lib/numbers.ts'
import { NBSP } from '../../../lib/spaces.ts'
import { parseNumber } from '../../../lib/typedNumbers.ts'
import { typographer } from '../../../lib/typography.ts'
import { ActionErrorNote } from '../../../shared/ActionErrorNote.tsx'
import { searchDebounce } from '../../../shared/limits.ts'
import { adminSettings as texts } from '../../../shared/texts/adminSettings.ts'
import { useDebouncedValue } from '../../../shared/useDebouncedValue.ts'
import { Note } from '../../../ui/Note.tsx'
import { type Column, createFigureColumn, Table } from '../../../ui/Table.tsx'
import { startRead, useAdminPreview, useAdminQuery } from '../adminApi.ts'
import { AdminListSkeleton } from '../list/AdminListSkeleton.tsx'
import type { Values } from '../record/formValues.ts'
import { SingleForm } from '../record/SingleForm.tsx'
import { createChoiceField, createSingleSource, type Field } from '../section.ts'

const source = createSingleSource({
  list: calls.calculatorSettings,
  record: ({ settings }) => ({ ...settings, id: 'calculator' }),
  tags: ['Edition'],
})

export const createCalculatorSettingsRequests = () =>
  [calls.editions, calls.calculatorSettings].map((url) => startRead({ url, tags: ['Edition'] }))

export function CalculatorSettings() {
  const editions = useAdminQuery(calls.editions, ['Edition'])
  const { data: policy } = useAdminQuery(calls.calculatorSettings, ['Edition'])
  if (!editions.data && !editions.error) return <AdminListSkeleton />
  const fields: Field[] = [
    {
      name: 'defaultEdition',
      label: texts.defaultEdition,
      kind: 'select',
      isHalfWidth: false,
      required: true,
      options: (editions.data?.editions ?? []).map(({ id, title }) => ({
        value: id,
        label: title,
      })),
    },
    createChoiceField('euroRateSource', texts.euroRateSource, texts.sources),
    { name: 'manualRate', label: texts.manualRate, kind: 'number' },
    { name: 'manualDate', label: texts.manualDate, kind: 'date' },
  ]
  return (
    <>
      {policy?.eurRate && (
        <p className="ink2 ad-lead">
          {texts.rateNow(
            formatNumber(policy.eurRate.value, 'num', 4),
            texts.sources[policy.settings.euroRateSource],
            formatDay(policy.eurRate.date),
          )}
        </p>
      )}
      {policy?.warning && (
        <Note tone="warn" className="ad-lead">
          {bindEditionNames(typographer(policy.warning))}
        </Note>
      )}
      <SingleForm
        source={source}
        fields={fields}
        label={texts.calculator}
        Beside={SettingsEffect}
      />
    </>
  )
}

/** The euro rate in roubles by the typed settings. Undefined while the chosen source has no rate. */
function resolveEuroRate(values: Values, rates: RatesRead): number | undefined {
  if (values.euroRateSource === 'manual')
    return parseNumber(String(values.manualRate ?? '')) ?? undefined
  return values.euroRateSource === 'central_bank' ? rates.bank?.[0]?.value : rates.fixed
}

/** Keeps «4 года» on one line. */
const bindAge = (title: string) => title.replace(/(\d) (?=год|лет)/g, `$1${NBSP}`)

type Sample = PolicyPreviewRead['samples'][number]

const columns: Column<Sample>[] = [
  { id: 'car', title: texts.sample, cell: ({ title }) => bindAge(typographer(title)) },
  createFigureColumn('before', texts.before, ({ before }) => formatRoubles(before.totalCustoms)),
  createFigureColumn('after', texts.after, ({ after }) => formatRoubles(after.totalCustoms)),
  createFigureColumn('difference', texts.difference, ({ difference }) =>
    difference === 0 ? texts.same : formatRoublesChange(difference),
  ),
]

function SettingsEffect({ values }: { values: Values }) {
  const { data: rates } = useAdminQuery(calls.rates, ['Edition'])
  const edition = String(values.defaultEdition ?? '')
  const typedRate = rates && resolveEuroRate(values, rates)
  const euroRate = useDebouncedValue(typedRate, searchDebounce)
  const { data: preview, error } = useAdminPreview(
    calls.calculatorPreview,
    { defaultEdition: edition, euroRate },
    Boolean(edition && euroRate),
  )
  return (
    <section className="ad-list">
      <h3>{texts.effect}</h3>
      <p className="s ink2 ad-lead">{texts.effectHint}</p>
      <ActionErrorNote error={error} fallback={texts.effectFailed} />
      {rates && !typedRate && <p className="s mute">{texts.effectNoRate}</p>}
      {preview && (
        <Table
          dense
          label={texts.effect}
          rows={preview.samples ?? []}
          rowId={({ title }) => title}
          columns={columns}
        />
      )}
    </section>
  )
}
