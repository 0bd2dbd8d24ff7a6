// The settings of the site and of the calculator: one record each, edited like any other.

import { calls } from '../../app/paths.ts'
import { failureText, requestIdOf } from '../../app/problem.ts'
import { sectionNames, views } from '../../app/texts/adminPanel.ts'
import { settingsDesk as texts } from '../../app/texts/adminSettings.ts'
import type { PolicyRead, PolicySettings } from '../../app/wire/calculator.ts'
import type { SiteSettingsRead } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { ErrorNote, Note } from '../../ui/Note'
import { useAnswer, useItem } from './adminApi.ts'
import { DeskSkeleton } from './DeskView.tsx'
import { ItemForm } from './ItemForm.tsx'
import { type Field, optionsOf, type Source } from './section.ts'
import { ViewTabs } from './ViewTabs.tsx'

const siteSource: Source = { list: calls.settings, one: '', single: 'site', tags: ['Settings'] }
const policySource: Source = {
  list: calls.calculatorSettings,
  one: 'settings',
  single: 'calculator',
  tags: ['Edition'],
}

const siteFields: Field[] = [
  { name: 'siteName', label: texts.siteName, empty: '' },
  { name: 'siteDescription', label: texts.siteDescription, kind: 'area', rows: 2, empty: '' },
  { name: 'contactPhone', label: texts.contactPhone, empty: '' },
  { name: 'contactEmail', label: texts.contactEmail, required: true },
  { name: 'contactAddress', label: texts.contactAddress, empty: '' },
  { name: 'showroomAddress', label: texts.showroomAddress, empty: '' },
  { name: 'workingHours', label: texts.workingHours, empty: '' },
  { name: 'yearsDesktop', label: texts.yearsDesktop, required: true },
  { name: 'yearsMobile', label: texts.yearsMobile, required: true },
  { name: 'russianOnly', label: texts.russianOnly, kind: 'check' },
]

export function SettingsDesk() {
  return (
    <ViewTabs
      label={sectionNames.settings}
      views={[
        {
          key: 'site',
          label: views.site,
          body: <Single source={siteSource} fields={siteFields} label={texts.site} />,
        },
        { key: 'calculator', label: views.calculator, body: <Calculator /> },
      ]}
    />
  )
}

type Record = (SiteSettingsRead | PolicySettings) & { id: string }

function Single({ source, fields, label }: { source: Source; fields: Field[]; label: string }) {
  const { item, error, refetch } = useItem<Record>(source, source.single ?? '')
  if (item)
    return (
      <div className="ad-single">
        <ItemForm
          source={source}
          fields={fields}
          item={item}
          label={label}
          onCreated={() => undefined}
        />
      </div>
    )
  if (!error) return <DeskSkeleton />
  return (
    <ErrorNote title={texts.failed} code={requestIdOf(error)} onRetry={refetch}>
      {failureText(error, '')}
    </ErrorNote>
  )
}

type Editions = { editions: { id: string; title: string }[] }

function Calculator() {
  const editions = useAnswer<Editions>(calls.editions, ['Edition'])
  const policy = useAnswer<PolicyRead>(calls.calculatorSettings, ['Edition'])
  if (!editions.data && !editions.error) return <DeskSkeleton />
  const fields: Field[] = [
    {
      name: 'defaultEdition',
      label: texts.edition,
      kind: 'select',
      required: true,
      options: (editions.data?.editions ?? []).map(({ id, title }) => ({
        value: id,
        label: title,
      })),
    },
    {
      name: 'euroRateSource',
      label: texts.rateSource,
      kind: 'select',
      required: true,
      options: optionsOf(texts.sources),
    },
    { name: 'manualRate', label: texts.manualRate, kind: 'number' },
    { name: 'manualDate', label: texts.manualDate, kind: 'date' },
  ]
  return (
    <>
      {policy.data && (
        <p className="ink2">
          {texts.rateNow(
            figure(policy.data.eurRate.value, 'num', 4),
            day(policy.data.eurRate.date),
          )}
        </p>
      )}
      {policy.data?.warning && <Note tone="warn">{policy.data.warning}</Note>}
      <Single source={policySource} fields={fields} label={texts.calculator} />
    </>
  )
}
