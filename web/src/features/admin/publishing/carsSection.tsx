// The cars of the catalogue.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { CarAdmin } from '../../../api/wire/content.ts'
import { pages } from '../../../shared/paths.ts'
import { adminCar, publishing } from '../../../shared/texts/adminContent.ts'
import { bodyTypeLabels, carStatusLabels, fuelLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { driveNames, gearboxNames } from '../../../shared/texts/cars.ts'
import { createMomentColumn, createRoubleColumn, createStateColumn } from '../list/columns.tsx'
import { addUndo, createRemoveAction, createStatusAction } from '../list/commonActions.ts'
import { CarReservation } from '../orders/reservationsSection.tsx'
import type { Values } from '../record/formValues.ts'
import { mergePictures, splitPictures } from '../record/pictureLines.ts'
import {
  type BulkAction,
  createChoiceField,
  createRecordSource,
  type Section,
  toOptions,
} from '../section.ts'
import { InspectionPanel } from './InspectionPanel.tsx'
import {
  carReadiness,
  describeIncomplete,
  findCarConfirmation,
  findMissingCarData,
} from './readiness.ts'

const source = createRecordSource({
  list: calls.contentAdmin('cars'),
  item: (id) => calls.contentAdminItem('cars', id),
  tags: ['Car'],
  record: ({ item }) => mergePictures(item),
  fromForm: splitPictures,
})
const tones = { published: 'ok', hidden: 'none', sold: 'info' } as const

const newCarStatusLabels = { hidden: publishing.hidden, published: carStatusLabels.published }

/** The name of a car. A draft may have no year. */
const formatCarName = ({ brand, model, year }: CarAdmin) =>
  [`${brand} ${model}`, year].filter(Boolean).join(', ')

/** Whether a car with these values is visible on the site. */
const isShown = ({ status }: Values) => status !== 'hidden'

/** Cars that lack data are published only after a confirmation with the list of missing data. */
const publishAction: BulkAction<CarAdmin> = {
  ...addUndo<CarAdmin>(
    source,
    ['status'],
    createStatusAction(source, 'published', publishing.showSome),
  ),
  confirmation: (rows) => {
    const missing = describeIncomplete(rows, formatCarName, findMissingCarData)
    if (missing.length === 0) return undefined
    return {
      title: adminCar.publishQuestion,
      hint: adminCar.incomplete,
      missing,
      confirm: publishing.anyway,
      cancel: publishing.back,
    }
  },
}

/** The car's reservation, and a link to its public page. */
function CarDetails({ row }: { row: CarAdmin }) {
  return (
    <>
      <CarReservation row={row} />
      {row.status !== 'hidden' && (
        <p>
          <Link to={pages.car(row.slug)}>{adminCar.open}</Link>
        </p>
      )}
    </>
  )
}

export const carsSection: Section<CarAdmin> = {
  title: views.cars,
  source,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'price_rub', '-price_rub', '-updated_at', 'brand'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(carStatusLabels) },
    {
      name: 'featured',
      label: labels.featured,
      options: [
        { value: 'true', label: adminList.yes },
        { value: 'false', label: adminList.no },
      ],
    },
  ],
  columns: [
    { id: 'car', title: labels.car_id, sort: 'brand', text: (row) => `${row.brand} ${row.model}` },
    { id: 'year', title: labels.year, isOneLine: true, text: (row) => String(row.year ?? '') },
    createStateColumn(carStatusLabels, tones),
    createMomentColumn('updated', labels.updated, (row) => row.updated_at, {
      sort: 'updated_at',
      isSecondary: true,
    }),
    createRoubleColumn('price', labels.price_rub, (row) => row.price_rub, { sort: 'price_rub' }),
  ],
  fields: [
    { name: 'brand', label: labels.brand, required: true, isHalfWidth: true },
    { name: 'model', label: labels.model, required: true, isHalfWidth: true },
    { name: 'year', label: labels.year, kind: 'number', isRequiredToPublish: isShown },
    // A new car is hidden by default, because the first option is chosen.
    { ...createChoiceField('status', labels.status, newCarStatusLabels), formMode: 'create' },
    { ...createChoiceField('status', labels.status, carStatusLabels), formMode: 'edit' },
    {
      name: 'body_type',
      label: labels.body_type,
      kind: 'select',
      options: toOptions(bodyTypeLabels),
      isRequiredToPublish: isShown,
    },
    {
      name: 'fuel',
      label: labels.fuel,
      kind: 'select',
      options: toOptions(fuelLabels),
      isRequiredToPublish: isShown,
    },
    { name: 'power_hp', label: labels.power_hp, kind: 'number', emptyValue: 0 },
    { name: 'power_kw', label: labels.power_kw, kind: 'number' },
    { name: 'engine_volume_l', label: labels.engine_volume_l, kind: 'number' },
    { name: 'engine', label: labels.engine, emptyValue: '', isHalfWidth: true },
    {
      name: 'mileage_km',
      label: labels.mileage_km,
      kind: 'number',
      emptyValue: 0,
      isRequiredToPublish: isShown,
    },
    {
      name: 'transmission',
      label: labels.transmission,
      kind: 'select',
      options: toOptions(gearboxNames),
    },
    { name: 'drive', label: labels.drive, kind: 'select', options: toOptions(driveNames) },
    { name: 'colour', label: labels.colour, isHalfWidth: true },
    { name: 'country', label: labels.country, emptyValue: '', isHalfWidth: true },
    { name: 'city', label: labels.city, isHalfWidth: true },
    { name: 'price_eur', label: labels.price_eur, kind: 'number' },
    { name: 'price_rub', label: labels.price_rub, kind: 'number' },
    { name: 'length_mm', label: labels.length_mm, kind: 'number' },
    { name: 'description', label: labels.description, kind: 'area', emptyValue: '' },
    { name: 'images', label: labels.images, kind: 'pictures', isDescribed: true },
    { name: 'video_url', label: labels.video_url, hint: adminCar.videoHint },
    { name: 'featured', label: labels.featured, kind: 'check' },
    { name: 'featured_rank', label: labels.featured_rank, kind: 'number', formMode: 'edit' },
  ],
  newHeading: adminList.newRecord.car,
  emptyHint: emptyHints.cars,
  canRemove: true,
  isPage: true,
  readiness: carReadiness,
  Details: CarDetails,
  Actions: InspectionPanel,
  bulk: [
    publishAction,
    addUndo<CarAdmin>(
      source,
      ['status'],
      createStatusAction(source, 'hidden', publishing.hideSome),
    ),
    addUndo<CarAdmin>(source, ['status'], createStatusAction(source, 'sold', adminCar.soldSome)),
    createRemoveAction(source),
  ],
  heading: formatCarName,
  findSaveConfirmation: findCarConfirmation,
}
