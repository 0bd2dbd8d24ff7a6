// Planned maintenance of the public status page.

import { calls } from '../../../api/calls.ts'
import type { MaintenanceRead } from '../../../api/wire/status.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { adminStatus, maintenanceLabels } from '../../../shared/texts/adminStatus.ts'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { createRemoveAction } from '../list/commonActions.ts'
import { createRecordSource, type Section } from '../section.ts'
import { affectedServicesField, descriptionField, stateTones } from './statusFields.ts'

const maintenanceSource = createRecordSource({
  list: calls.adminMaintenance,
  item: calls.adminMaintenanceItem,
  tags: ['Maintenance', 'Status'],
})

export const maintenanceSection: Section<MaintenanceRead> = {
  title: views.maintenance,
  source: maintenanceSource,
  search: 'search',
  sorts: ['-scheduledStart', 'scheduledStart', 'title', '-title'],
  columns: [
    { id: 'title', title: labels.title, sort: 'title', text: (row) => row.title },
    createStateColumn(maintenanceLabels, stateTones),
    createMomentColumn('from', adminStatus.starts, (row) => row.scheduledStart, {
      sort: 'scheduledStart',
    }),
    createMomentColumn('to', adminStatus.ends, (row) => row.scheduledEnd, { isSecondary: true }),
  ],
  fields: [
    { name: 'title', label: labels.title, required: true },
    { name: 'scheduledStart', label: adminStatus.starts, kind: 'moment', required: true },
    { name: 'scheduledEnd', label: adminStatus.ends, kind: 'moment', required: true },
    affectedServicesField,
    descriptionField,
  ],
  newHeading: adminList.newRecord.maintenance,
  canRemove: true,
  bulk: [createRemoveAction(maintenanceSource)],
  heading: (row) => row.title,
}
