// The settings of the site, of third-party widgets and of the calculator.

import { calls } from '../../../api/calls.ts'
import { adminSettings as texts } from '../../../shared/texts/adminSettings.ts'
import { startRead } from '../adminApi.ts'
import { AdminList } from '../list/AdminList.tsx'
import { createListRequests } from '../list/sectionRequests.ts'
import { SingleForm } from '../record/SingleForm.tsx'
import { createSingleSource, type Field } from '../section.ts'
import { ViewTabs } from '../ViewTabs.tsx'
import { apiKeysSection } from './apiKeysSection.tsx'
import { CalculatorSettings, createCalculatorSettingsRequests } from './CalculatorSettings.tsx'
import { HoursSettings } from './HoursSettings.tsx'

const siteSource = createSingleSource({
  list: calls.settings,
  record: (settings) => ({ ...settings, id: 'site' }),
  tags: ['Settings'],
})

const siteFields: Field[] = [
  { name: 'siteName', label: texts.siteName, emptyValue: '' },
  { name: 'siteDescription', label: texts.siteDescription, kind: 'area', rows: 2, emptyValue: '' },
  { name: 'contactPhone', label: texts.contactPhone, emptyValue: '' },
  { name: 'contactEmail', label: texts.contactEmail, required: true },
  { name: 'contactAddress', label: texts.contactAddress, emptyValue: '' },
  { name: 'showroomAddress', label: texts.showroomAddress, emptyValue: '' },
  { name: 'yearsDesktop', label: texts.yearsDesktop, required: true },
  { name: 'yearsMobile', label: texts.yearsMobile, required: true },
  { name: 'russianOnly', label: texts.russianOnly, kind: 'check' },
]

/** The calculator and the API keys have their own requests. All other tabs show parts of the site's settings. */
export function createSettingsRequests(searchParams: URLSearchParams) {
  const view = searchParams.get('view')
  if (view === 'calculator') return createCalculatorSettingsRequests()
  if (view === 'apiKeys') return createListRequests(apiKeysSection, searchParams)
  return [startRead({ url: siteSource.list, tags: siteSource.tags })]
}

export function SettingsSection() {
  return (
    <ViewTabs
      section="settings"
      bodies={{
        site: <SingleForm source={siteSource} fields={siteFields} label={texts.site} />,
        prices: (
          <SingleForm source={pricesSource} fields={priceFields} label={texts.servicePrices} />
        ),
        reservationTerms: (
          <SingleForm source={termsSource} fields={termsFields} label={texts.reservationTerms} />
        ),
        requisites: (
          <SingleForm source={requisitesSource} fields={requisiteFields} label={texts.requisites} />
        ),
        hours: <HoursSettings />,
        widgets: <SingleForm source={widgetsSource} fields={widgetFields} label={texts.widgets} />,
        calculator: <CalculatorSettings />,
        apiKeys: <AdminList section={apiKeysSection} />,
      }}
    />
  )
}

const priceFields: Field[] = [
  { name: 'selection', label: texts.priceSelection, kind: 'number', required: true },
  { name: 'inspection', label: texts.priceInspection, kind: 'number', required: true },
  {
    name: 'delivery',
    label: texts.priceDelivery,
    hint: texts.turnkeyHint,
    kind: 'number',
    required: true,
  },
  { name: 'work', label: texts.priceWork, hint: texts.turnkeyHint, kind: 'number', required: true },
  {
    name: 'laboratory',
    label: texts.priceLaboratory,
    hint: texts.turnkeyHint,
    kind: 'number',
    required: true,
  },
]

const termsFields: Field[] = [
  { name: 'enabled', label: texts.termsEnabled, kind: 'check' },
  { name: 'amount_rub', label: texts.termsAmount, kind: 'number', required: true },
  { name: 'pay_hours', label: texts.termsPay, kind: 'number', required: true },
  { name: 'hold_hours', label: texts.termsHold, kind: 'number', required: true },
  { name: 'max_active', label: texts.termsActive, kind: 'number', required: true },
  { name: 'per_day', label: texts.termsPerDay, kind: 'number', required: true },
]

const requisiteFields: Field[] = [
  { name: 'name', label: texts.requisiteName, emptyValue: '', hint: texts.requisitesHint },
  { name: 'inn', label: texts.requisiteInn, emptyValue: '', maxLength: 12 },
  { name: 'kpp', label: texts.requisiteKpp, emptyValue: '', maxLength: 9 },
  { name: 'account', label: texts.requisiteAccount, emptyValue: '', maxLength: 20 },
  { name: 'bank', label: texts.requisiteBank, emptyValue: '' },
  { name: 'bic', label: texts.requisiteBic, emptyValue: '', maxLength: 9 },
  {
    name: 'correspondent_account',
    label: texts.requisiteCorrespondent,
    emptyValue: '',
    maxLength: 20,
  },
  { name: 'vat', label: texts.requisiteVat, emptyValue: '', hint: texts.requisiteVatHint },
]

const requisiteNames = new Set(requisiteFields.map(({ name }) => name))

/** Like the prices, the bank details are one object of the settings. */
const requisitesSource = createSingleSource({
  list: calls.settings,
  tags: ['Settings'],
  record: (settings) => ({ ...settings.requisites, version: settings.version, id: 'requisites' }),
  fromForm: (changed, record) => {
    const before = Object.entries(record).filter(([name]) => requisiteNames.has(name))
    return { requisites: { ...Object.fromEntries(before), ...changed } }
  },
})

/** The prices are one object of the settings, which a change replaces completely. */
const pricesSource = createSingleSource({
  list: calls.settings,
  tags: ['Settings'],
  record: (settings) => ({ ...settings, ...settings.servicePrices, id: 'prices' }),
  fromForm: (changed, record) => {
    const { servicePrices } = record as { servicePrices?: Record<string, number> }
    return { servicePrices: { ...servicePrices, ...changed } }
  },
})

/** The terms of reservations are one object of the settings, too. */
const termsSource = createSingleSource({
  list: calls.settings,
  tags: ['Settings'],
  record: (settings) => ({ ...settings, ...settings.reservation, id: 'reservationTerms' }),
  fromForm: (changed, record) => {
    const { reservation } = record as { reservation?: Record<string, unknown> }
    return { reservation: { ...reservation, ...changed } }
  },
})

// Settings of third-party widgets as plain fields. An empty field disables one part of a widget, and the site
// shows a fallback instead. Settings without a field here are kept.
const parts = [
  { name: 'chat.support', label: texts.chatSupport, hint: texts.chatHint },
  { name: 'chat.script', label: texts.chatScript, hint: texts.addressHint },
  { name: 'community.vk', label: texts.communityVk, hint: texts.addressHint },
  { name: 'community.telegram', label: texts.communityTelegram },
  { name: 'community.max', label: texts.communityMax },
  { name: 'community.vkGroup', label: texts.communityGroup, kind: 'number' as const },
  { name: 'map.tiles', label: texts.mapTiles, hint: texts.mapHint },
  { name: 'map.key', label: texts.mapKey },
  { name: 'map.attribution', label: texts.mapAttribution },
  { name: 'map.latitude', label: texts.mapLatitude, kind: 'number' as const },
  { name: 'map.longitude', label: texts.mapLongitude, kind: 'number' as const },
]

/** The part that the URL belongs to, if a widget is stored as one URL. */
const mainParts: Record<string, string> = { chat: 'support', community: 'url', map: 'tiles' }

type Widgets = Record<string, unknown>

function splitWidget(widget: unknown, name: string): Record<string, unknown> {
  if (typeof widget === 'string') return { [mainParts[name] ?? 'url']: widget }
  return typeof widget === 'object' && widget !== null ? { ...widget } : {}
}

const widgetFields: Field[] = parts

const widgetsSource = createSingleSource({
  list: calls.settings,
  tags: ['Settings'],
  record: (settings) => {
    const widgets: Widgets = { ...settings.widgets }
    const flat = parts.map(({ name }) => {
      const [widget = '', part = ''] = name.split('.')
      return [name, splitWidget(widgets[widget], widget)[part] ?? null]
    })
    return { ...settings, ...Object.fromEntries(flat), id: 'widgets' }
  },
  fromForm: (changed, record) => {
    const widgets: Widgets = { ...((record as { widgets?: Widgets }).widgets ?? {}) }
    for (const [name, value] of Object.entries(changed)) {
      const [widget = '', part = ''] = name.split('.')
      const next = splitWidget(widgets[widget], widget)
      if (value === null) delete next[part]
      else next[part] = value
      widgets[widget] = Object.keys(next).length > 0 ? next : null
    }
    return { widgets }
  },
})
