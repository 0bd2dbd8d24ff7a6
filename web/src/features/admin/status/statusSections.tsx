// Incidents, their templates, and planned maintenance, as the public status page shows them.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import type {
  IncidentCreate,
  IncidentRead,
  MaintenanceRead,
  TemplateRead,
  UpdateCreate,
} from '../../../api/wire/status.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { incidentUndoSeconds } from '../../../shared/limits.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import {
  adminStatus,
  incidentLabels,
  maintenanceLabels,
  severityLabels,
} from '../../../shared/texts/adminStatus.ts'
import { usualServices } from '../../../shared/texts/status.ts'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { removeAction } from '../list/bulkActions.ts'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import {
  type AdminColumn,
  createChoiceField,
  createRecordSource,
  createRequiredText,
  type Field,
  findLabel,
  type Section,
  toOptions,
} from '../section.ts'
import { IncidentHistory } from './IncidentHistory.tsx'
import { IncidentUndo } from './IncidentUndo.tsx'

const affectedServicesField: Field<{ affectedServices: unknown }> = {
  name: 'affectedServices',
  label: adminStatus.services,
  kind: 'choices',
  options: usualServices.map(({ id, name }) => ({ value: id, label: name })),
}
const descriptionField: Field<{ description: unknown }> = {
  name: 'description',
  label: labels.description,
  kind: 'area',
  empty: '',
}

const tones: Readonly<Record<string, Tone>> = {
  investigating: 'bad',
  identified: 'warn',
  monitoring: 'info',
  resolved: 'ok',
  scheduled: 'info',
  in_progress: 'live',
  verifying: 'warn',
  completed: 'ok',
}

const incidentsSource = createRecordSource({
  list: calls.adminIncidents,
  item: calls.adminIncident,
  tags: ['Incident', 'Status'],
  // A list that a response may lack.
  record: ({ item }) => ({ ...item, updates: item.updates ?? [] }),
  fromForm: (changed, record) =>
    'id' in record ? changed : { ...changed, undo_seconds: incidentUndoSeconds },
})
const maintenanceSource = createRecordSource({
  list: calls.adminMaintenance,
  item: calls.adminMaintenanceItem,
  tags: ['Maintenance', 'Status'],
})

type IncidentStatus = UpdateCreate['status']
type IncidentSeverity = IncidentCreate['severity']
type IncidentServices = IncidentCreate['affectedServices']

const addUpdate = (row: IncidentRead, status: IncidentStatus, message: string) =>
  createChange('POST', calls.adminIncidentUpdates(row.id), incidentsSource.tags, {
    status,
    message,
  })

const stateOfIncident = createStateColumn<IncidentRead>(incidentLabels, tones)
const incidentStateColumn: AdminColumn<IncidentRead> = {
  ...stateOfIncident,
  text: (row) => (row.publishAt ? adminStatus.waiting : stateOfIncident.text(row)),
  cell: (row) =>
    row.publishAt ? <Tag tone="none">{adminStatus.waiting}</Tag> : stateOfIncident.cell?.(row),
}

export const incidentsSection: Section<IncidentRead> = {
  title: views.incidents,
  source: incidentsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'title', '-title'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(incidentLabels) },
    { name: 'severity', label: adminStatus.severity, options: toOptions(severityLabels) },
  ],
  columns: [
    { id: 'title', title: labels.title, sort: 'title', text: (row) => row.title },
    {
      id: 'severity',
      title: adminStatus.severity,
      text: (row) => findLabel(severityLabels, row.severity),
    },
    incidentStateColumn,
    createMomentColumn('at', adminStatus.since, (row) => row.createdAt, { sort: 'created_at' }),
  ],
  fields: [
    { name: 'title', label: labels.title, required: true },
    createChoiceField('severity', adminStatus.severity, severityLabels),
    { ...affectedServicesField, required: true },
    descriptionField,
    { name: 'message', label: adminStatus.firstMessage, kind: 'area', when: 'create' },
  ],
  newHeading: adminList.newRecord.incident,
  canRemove: true,
  bulk: [
    {
      key: 'resolve',
      label: adminStatus.resolveSome,
      isApplicable: ({ status }) => status !== 'resolved',
      change: (row, { message = '' }) => addUpdate(row, 'resolved', message),
      confirmation: {
        title: adminStatus.resolveSomeQuestion,
        hint: adminStatus.resolveSomeHint,
        confirm: adminStatus.resolveSomeConfirm,
        fields: [createRequiredText('message', adminStatus.update, adminStatus.resolveSomeNote)],
      },
    },
    removeAction(incidentsSource),
  ],
  heading: (row) => row.title,
  confirmCreate: ({ title, severity, affectedServices }) => ({
    title: adminStatus.publishQuestion,
    hint: adminStatus.publishHint(
      String(title),
      findLabel(severityLabels, String(severity)),
      String(affectedServices)
        .split(', ')
        .map((id) => usualServices.find((service) => service.id === id)?.name ?? id)
        .join(', '),
    ),
    confirm: adminStatus.publish,
  }),
  Details: ({ row }) =>
    row.publishAt ? <IncidentUndo id={row.id} publishAt={row.publishAt} /> : null,
  Actions: IncidentActions,
  Toolbar: IncidentHistory,
}

function IncidentActions({ row }: { row: IncidentRead }) {
  return (
    <>
      <IncidentUpdates row={row} />
      {row.resolvedAt && <Postmortem key={row.postmortemAt} row={row} />}
    </>
  )
}

/** What happened and what was done about it, written after the resolution. */
function Postmortem({ row }: { row: IncidentRead }) {
  return (
    <Block title={adminStatus.postmortem}>
      <ActionForm
        label={adminStatus.postmortemSave}
        fields={postmortemFields}
        initial={{ text: row.postmortem ?? '' }}
        pendingLabel={adminList.saving}
        change={({ text = '' }) =>
          createChange('PUT', calls.adminPostmortem(row.id), incidentsSource.tags, { text })
        }
      />
    </Block>
  )
}

const postmortemFields: Field[] = [
  {
    name: 'text',
    label: adminStatus.postmortemText,
    kind: 'area',
    rows: 8,
    hint: adminStatus.postmortemHint,
    maxLength: 20_000,
  },
]

function IncidentUpdates({ row }: { row: IncidentRead }) {
  return (
    <Block title={adminStatus.updates}>
      <ul className="ad-lines">
        {row.updates.map((update) => (
          <li key={update.timestamp}>
            <span className="mute num">{formatDayAndTime(update.timestamp)}</span>{' '}
            {findLabel(incidentLabels, update.status)}: {update.message}
          </li>
        ))}
      </ul>
      <ActionForm
        label={adminStatus.addUpdate}
        fields={updateFields}
        initial={{ status: row.status }}
        pendingLabel={adminList.saving}
        change={({ status, message = '' }) => addUpdate(row, status as IncidentStatus, message)}
      />
    </Block>
  )
}

const updateFields: Field[] = [
  { ...createChoiceField('status', labels.status, incidentLabels), short: false },
  { name: 'message', label: adminStatus.update, required: true },
]

export const maintenanceSection: Section<MaintenanceRead> = {
  title: views.maintenance,
  source: maintenanceSource,
  search: 'search',
  sorts: ['-scheduledStart', 'scheduledStart', 'title', '-title'],
  columns: [
    { id: 'title', title: labels.title, sort: 'title', text: (row) => row.title },
    createStateColumn(maintenanceLabels, tones),
    createMomentColumn('from', adminStatus.starts, (row) => row.scheduledStart, {
      sort: 'scheduledStart',
    }),
    createMomentColumn('to', adminStatus.ends, (row) => row.scheduledEnd),
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
  bulk: [removeAction(maintenanceSource)],
  heading: (row) => row.title,
}

const templatesSource = createRecordSource({
  list: calls.adminIncidentTemplates,
  item: calls.adminIncidentTemplate,
  tags: ['IncidentTemplate'],
})

export const templatesSection: Section<TemplateRead> = {
  title: views.templates,
  source: templatesSource,
  sorts: ['name', '-name'],
  columns: [
    { id: 'name', title: adminStatus.template, sort: 'name', text: (row) => row.name },
    { id: 'title', title: labels.title, text: (row) => row.title },
    {
      id: 'severity',
      title: adminStatus.severity,
      text: (row) => findLabel(severityLabels, row.severity),
    },
  ],
  fields: [
    { name: 'name', label: adminStatus.template, required: true },
    { name: 'title', label: labels.title, required: true },
    createChoiceField('severity', adminStatus.severity, severityLabels),
    affectedServicesField,
    descriptionField,
    { name: 'message', label: adminStatus.firstMessage, kind: 'area', empty: '' },
  ],
  newHeading: adminList.newRecord.incidentTemplate,
  canRemove: true,
  heading: (row) => row.name,
  emptyHint: adminStatus.templateNote,
  Actions: OpenFromTemplate,
}

/** Opens an incident with the texts of the template; it can be cancelled as any new one. */
function OpenFromTemplate({ row }: { row: TemplateRead }) {
  const { title, severity, description, message, affectedServices } = row
  const [isOpened, setOpened] = useState(false)
  return (
    <div className="stack-12">
      <ActionButton
        change={createChange('POST', calls.adminIncidents, incidentsSource.tags, {
          title,
          severity: severity as IncidentSeverity,
          description,
          message: message || null,
          affectedServices: affectedServices as IncidentServices,
          undo_seconds: incidentUndoSeconds,
          status: 'investigating',
        })}
        pendingLabel={adminStatus.opening}
        onDone={() => setOpened(true)}
        confirmation={{
          title: adminStatus.publishQuestion,
          hint: adminStatus.publishHint(
            title,
            findLabel(severityLabels, severity),
            affectedServices
              .map((id) => usualServices.find((service) => service.id === id)?.name ?? id)
              .join(', '),
          ),
          confirm: adminStatus.publish,
        }}
      >
        {adminStatus.openFromTemplate}
      </ActionButton>
      <p role="status" className="s">
        {isOpened && adminStatus.openedFromTemplate}
      </p>
    </div>
  )
}
