// Planned maintenance of the public status page.

import { calls } from '../../../api/calls.ts'
import type { MaintenanceRead } from '../../../api/wire/status.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { readMoscowTime } from '../../../lib/moscowTime.ts'
import { formatComponentNames } from '../../../shared/statusComponents.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { adminStatus, maintenanceLabels } from '../../../shared/texts/adminStatus.ts'
import { createChange } from '../adminApi.ts'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { createRemoveAction } from '../list/commonActions.ts'
import { ActionButton } from '../record/ActionButton.tsx'
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
  emptyHint: emptyHints.maintenance,
  findSaveConfirmation: ({ title, scheduledStart, scheduledEnd, affectedServices }, row) => ({
    title: row ? adminStatus.rescheduleQuestion : adminStatus.scheduleQuestion,
    hint: adminStatus.scheduleHint(
      String(title),
      formatDayAndTime(readMoscowTime(String(scheduledStart))),
      formatDayAndTime(readMoscowTime(String(scheduledEnd))),
      formatComponentNames(String(affectedServices).split(', ').filter(Boolean)),
    ),
    confirm: row ? adminStatus.reschedule : adminStatus.schedule,
    variant: 'solid',
  }),
  canRemove: true,
  describeRemoval: ({ status }) =>
    status === 'completed' ? undefined : adminStatus.cancelWorkHint,
  bulk: [
    createRemoveAction(maintenanceSource, (rows) =>
      rows.every(({ status }) => status === 'completed') ? undefined : adminStatus.cancelWorkHint,
    ),
  ],
  heading: (row) => row.title,
  Actions: MaintenanceActions,
}

/** Running maintenance is moved on by hand; otherwise the clock starts and ends it. */
function MaintenanceActions({ row }: { row: MaintenanceRead }) {
  if (row.status !== 'in_progress' && row.status !== 'verifying') return null
  const createStageChange = (status: 'verifying' | 'completed') =>
    createChange('PATCH', calls.adminMaintenanceItem(row.id), maintenanceSource.tags, {
      status,
      version: row.version,
    })
  return (
    <div className="btns">
      {row.status === 'in_progress' && (
        <ActionButton
          change={createStageChange('verifying')}
          confirmation={{
            title: adminStatus.verifyQuestion,
            hint: adminStatus.followersTold,
            confirm: adminStatus.verify,
          }}
        >
          {adminStatus.verify}
        </ActionButton>
      )}
      <ActionButton
        change={createStageChange('completed')}
        confirmation={{
          title: adminStatus.completeQuestion,
          hint: adminStatus.completeHint,
          confirm: adminStatus.complete,
        }}
      >
        {adminStatus.complete}
      </ActionButton>
    </div>
  )
}
