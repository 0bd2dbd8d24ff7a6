// The inspection of a car: the measurements in one form, and the faults below it.

import { calls } from '../../../api/calls.ts'
import type { CarAdmin, FaultCreate, InspectionAdmin } from '../../../api/wire/content.ts'
import { adminInspection as texts } from '../../../shared/texts/adminInspection.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { panelNames, seasonNames, wheelNames } from '../../../shared/texts/inspection.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { SingleForm } from '../record/SingleForm.tsx'
import { createSingleSource, type Field, toOptions } from '../section.ts'
import { inspectionAnchor } from './readiness.ts'

const tags = ['Car'] as const
const panels = Object.keys(panelNames) as (keyof typeof panelNames)[]
const wheels = Object.keys(wheelNames) as (keyof typeof wheelNames)[]
const buildInspectionUrl = (car: CarAdmin) =>
  `${calls.contentAdminItem('cars', car.id)}/inspection` as const

/** A form has flat fields, so nested values of a record have names such as `paint.roof`. */
type FlatInspection = Record<string, unknown> & { id: string; version: number }

function flattenInspection(record: InspectionAdmin): FlatInspection {
  const flat: FlatInspection = { ...record, version: record.version ?? 0 }
  for (const panel of panels) flat[`paint.${panel}`] = record.paint?.[panel] ?? null
  for (const wheel of wheels) {
    flat[`tread.${wheel}`] = record.tyres?.[wheel]?.tread_mm ?? null
    flat[`tyre.${wheel}`] = record.tyres?.[wheel]?.name ?? null
  }
  flat['battery.health'] = record.battery?.health_percent ?? null
  flat['battery.capacity'] = record.battery?.capacity_kwh ?? null
  return flat
}

/**
 * The complete record for the request: typed values replace the saved ones. A tyre or a battery that
 * is filled in only in part is sent too, and the server says what is missing.
 */
function buildInspection(changed: Record<string, unknown>, saved: object): Record<string, unknown> {
  const values: Record<string, unknown> = { ...saved, ...changed }
  const isGiven = (name: string) => (values[name] ?? '') !== ''
  const measuredPanels = panels.filter((panel) => isGiven(`paint.${panel}`))
  const describedWheels = wheels.filter(
    (wheel) => isGiven(`tread.${wheel}`) || isGiven(`tyre.${wheel}`),
  )
  return {
    inspected_on: values.inspected_on,
    inspector: values.inspector,
    place: values.place,
    summary: values.summary,
    tyre_season: values.tyre_season,
    paint: Object.fromEntries(measuredPanels.map((panel) => [panel, values[`paint.${panel}`]])),
    tyres: Object.fromEntries(
      describedWheels.map((wheel) => [
        wheel,
        { tread_mm: values[`tread.${wheel}`], name: values[`tyre.${wheel}`] ?? null },
      ]),
    ),
    battery:
      isGiven('battery.health') || isGiven('battery.capacity')
        ? {
            health_percent: values['battery.health'],
            capacity_kwh: values['battery.capacity'] ?? null,
          }
        : null,
  }
}

/** The fields of errors such as `tyres.left_front.tread_mm` and `battery.health_percent`. */
function findInspectionField(serverName: string): string | undefined {
  const [group, second, third] = serverName.split('.')
  if (group === 'tyres' && second) return third === 'name' ? `tyre.${second}` : `tread.${second}`
  if (group !== 'battery') return undefined
  return second === 'capacity_kwh' ? 'battery.capacity' : 'battery.health'
}

const fuelsWithBattery = ['electric', 'hybrid']

function createFields(car: CarAdmin): Field[] {
  const battery: Field[] = [
    { name: 'battery.health', label: texts.health, kind: 'number' },
    { name: 'battery.capacity', label: texts.capacity, kind: 'number' },
  ]
  return [
    { name: 'inspected_on', label: texts.inspectedOn, kind: 'date', required: true },
    { name: 'place', label: texts.place, isHalfWidth: true },
    { name: 'inspector', label: texts.inspector, isHalfWidth: true },
    { name: 'tyre_season', label: texts.season, kind: 'select', options: toOptions(seasonNames) },
    { name: 'summary', label: texts.summary, kind: 'area', rows: 2, maxLength: 2000 },
    ...panels.map(
      (panel): Field => ({
        name: `paint.${panel}`,
        label: texts.paint(panelNames[panel]),
        kind: 'number',
      }),
    ),
    ...wheels.flatMap((wheel): Field[] => [
      { name: `tread.${wheel}`, label: texts.tread(wheelNames[wheel]), kind: 'number' },
      { name: `tyre.${wheel}`, label: texts.tyreName(wheelNames[wheel]), isHalfWidth: true },
    ]),
    ...(car.fuel && fuelsWithBattery.includes(car.fuel) ? battery : []),
  ]
}

export function InspectionPanel({ row: car }: { row: CarAdmin }) {
  const url = buildInspectionUrl(car)
  const { data } = useAdminQuery(url, tags)
  const source = createSingleSource({
    list: url,
    record: (answer) => flattenInspection((answer as { item: InspectionAdmin }).item),
    fromForm: buildInspection,
    findErrorField: findInspectionField,
    tags,
  })
  return (
    <>
      <Block title={texts.title}>
        <Disclosure id={inspectionAnchor} className="ad-more" summary={texts.form}>
          <p className="s ink2">{texts.hint}</p>
          <SingleForm source={source} fields={createFields(car)} label={texts.form} />
        </Disclosure>
      </Block>
      {data && (data.item.version ?? 0) > 0 && <Faults car={car} inspection={data.item} />}
    </>
  )
}

function Faults({ car, inspection }: { car: CarAdmin; inspection: InspectionAdmin }) {
  const url = buildInspectionUrl(car)
  const faults = inspection.faults ?? []
  return (
    <Block title={texts.faults}>
      <ul className="ad-lines">
        {faults.map(({ id, panel, text, pictures }) => (
          <li key={id}>
            <span className="ad-row">
              <span>
                <b>{panel ? panelNames[panel] : texts.wholeCar}</b>: {text}
              </span>
              <ActionButton
                variant="text"
                label={texts.removeOf(text)}
                change={createChange('DELETE', `${url}/faults/${id}` as const, tags)}
                confirmation={{
                  title: texts.removeFaultQuestion(text),
                  hint: texts.removeFaultHint,
                  confirm: texts.remove,
                }}
              >
                {texts.remove}
              </ActionButton>
            </span>
            {pictures.length > 0 && (
              <span className="ad-thumbs">
                {pictures.map((src) => (
                  <img key={src} src={src} alt="" loading="lazy" />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Disclosure className="ad-more" summary={texts.newFault}>
        <ActionForm
          key={faults.length}
          label={texts.newFault}
          draftKey={`new_fault ${car.id}`}
          fields={[
            {
              name: 'panel',
              label: texts.panel,
              kind: 'select',
              options: toOptions(panelNames),
              isHalfWidth: false,
            },
            {
              name: 'text',
              label: texts.faultText,
              kind: 'area',
              rows: 2,
              required: true,
              maxLength: 2000,
            },
            { name: 'pictures', label: texts.pictures, kind: 'pictures' },
          ]}
          submitLabel={texts.addFault}
          change={({ panel, text = '', pictures = '' }) =>
            createChange('POST', `${url}/faults` as const, tags, {
              panel: (panel || null) as FaultCreate['panel'],
              text,
              pictures: pictures.split('\n').filter(Boolean),
            })
          }
        />
      </Disclosure>
      <p>
        <a href={calls.carInspection(car.slug)} target="_blank" rel="noreferrer">
          {texts.pdf}
        </a>
      </p>
      <ActionButton
        variant="danger"
        pendingLabel={adminList.removing}
        change={createChange('DELETE', url, tags)}
        confirmation={{
          title: texts.removeQuestion,
          hint: texts.removeHint,
          confirm: texts.removeAll,
        }}
      >
        {texts.removeAll}
      </ActionButton>
    </Block>
  )
}
