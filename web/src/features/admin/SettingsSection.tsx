// The settings of the site, of third-party widgets and of the calculator.

import { calls } from '../../app/calls.ts'
import { adminSettings as texts } from '../../app/texts/adminSettings.ts'
import { CalculatorSettings } from './CalculatorSettings.tsx'
import { SingleForm } from './SingleForm.tsx'
import { type Field, singleSource } from './section.ts'
import { ViewTabs } from './ViewTabs.tsx'
import { widgetFields, widgetsSource } from './widgetSettings.ts'

const siteSource = singleSource({
  list: calls.settings,
  record: (settings) => ({ ...settings, id: 'site' }),
  tags: ['Settings'],
})

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

export function SettingsSection() {
  return (
    <ViewTabs
      section="settings"
      bodies={{
        site: <SingleForm source={siteSource} fields={siteFields} label={texts.site} />,
        widgets: <SingleForm source={widgetsSource} fields={widgetFields} label={texts.widgets} />,
        calculator: <CalculatorSettings />,
      }}
    />
  )
}
