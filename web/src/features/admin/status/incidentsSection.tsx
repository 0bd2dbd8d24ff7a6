// Incidents of the public status page.

import { calls } from '../../../api/calls.ts'
import type { IncidentRead, UpdateCreate } from '../../../api/wire/status.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { incidentUndoSeconds } from '../../../shared/limits.ts'
import { formatComponentNames } from '../../../shared/statusComponents.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { adminStatus, incidentLabels, severityLabels } from '../../../shared/texts/adminStatus.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { createRemoveAction } from '../list/commonActions.ts'
import { ActionForm } from '../record/ActionForm.tsx'
import { keepAsNewDraft } from '../record/useItemForm.ts'
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
import { affectedServicesField, descriptionField, stateTones } from './statusFields.ts'

export const incidentsSource = createRecordSource({
  list: calls.adminIncidents,
  item: calls.adminIncident,
  tags: ['Incident', 'Status'],
  // A response may come without `updates`.
  record: ({ item }) => ({ ...item, updates: item.updates ?? [] }),
  fromForm: (changed, record) =>
    'id' in record ? changed : { ...changed, undo_seconds: incidentUndoSeconds },
})
type IncidentStatus = UpdateCreate['status']

const createUpdateChange = (row: IncidentRead, status: IncidentStatus, message: string) =>
  createChange('POST', calls.adminIncidentUpdates(row.id), incidentsSource.tags, {
    status,
    message,
  })

const plainStateColumn = createStateColumn<IncidentRead>(incidentLabels, stateTones)
const incidentStateColumn: AdminColumn<IncidentRead> = {
  ...plainStateColumn,
  text: (row) => (row.publishAt ? adminStatus.waiting : plainStateColumn.text(row)),
  cell: (row) =>
    row.publishAt ? <Tag tone="none">{adminStatus.waiting}</Tag> : plainStateColumn.cell?.(row),
}

const incidentFields: Field<IncidentRead>[] = [
  { name: 'title', label: labels.title, required: true },
  createChoiceField('severity', adminStatus.severity, severityLabels),
  { ...affectedServicesField, required: true },
  descriptionField,
  { name: 'message', label: adminStatus.firstMessage, kind: 'area', formMode: 'create' },
]

export const incidentsSection: Section<IncidentRead> = {
  title: views.incidents,
  source: incidentsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'title', '-title'],
  filters: [
    {
      name: 'open',
      label: adminStatus.resolution,
      options: [
        { value: 'true', label: adminStatus.openOnes },
        { value: 'false', label: adminStatus.resolvedOnes },
      ],
    },
    { name: 'status', label: labels.status, options: toOptions(incidentLabels) },
    { name: 'severity', label: adminStatus.severity, options: toOptions(severityLabels) },
  ],
  columns: [
    { id: 'title', title: labels.title, sort: 'title', text: (row) => row.title },
    {
      id: 'severity',
      title: adminStatus.severity,
      isSecondary: true,
      text: (row) => findLabel(severityLabels, row.severity),
    },
    incidentStateColumn,
    createMomentColumn('at', adminStatus.since, (row) => row.createdAt, {
      sort: 'created_at',
      isSecondary: true,
    }),
  ],
  fields: incidentFields,
  newHeading: adminList.newRecord.incident,
  emptyHint: emptyHints.incidents,
  canRemove: true,
  bulk: [
    {
      key: 'resolve',
      label: adminStatus.resolveSome,
      isApplicable: ({ status }) => status !== 'resolved',
      change: (row, { message = '' }) => createUpdateChange(row, 'resolved', message),
      confirmation: {
        title: adminStatus.resolveSomeQuestion,
        hint: adminStatus.resolveSomeHint,
        confirm: adminStatus.resolveSomeConfirm,
        fields: [createRequiredText('message', adminStatus.update, adminStatus.resolveSomeNote)],
      },
    },
    createRemoveAction(incidentsSource),
  ],
  heading: (row) => row.title,
  findSaveConfirmation: ({ title, severity, affectedServices }, row) =>
    row === null
      ? {
          title: adminStatus.publishQuestion,
          hint: adminStatus.publishHint(
            String(title),
            findLabel(severityLabels, String(severity)),
            formatComponentNames(String(affectedServices).split(', ')),
          ),
          confirm: adminStatus.publish,
        }
      : undefined,
  Details: ({ row }) =>
    row.publishAt ? (
      <IncidentUndo
        id={row.id}
        publishAt={row.publishAt}
        keepText={() =>
          keepAsNewDraft(incidentsSource.list, incidentFields, {
            ...row,
            message: row.updates.at(-1)?.message,
          })
        }
      />
    ) : null,
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
        draftKey={`postmortem ${row.id}`}
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
      {row.resolvedAt === null && (
        <ActionForm
          label={adminStatus.addUpdate}
          draftKey={`incident_update ${row.id}`}
          fields={updateFields}
          initial={{ status: row.status }}
          pendingLabel={adminList.saving}
          confirmation={({ status }) => describeUpdateQuestion(row, status)}
          change={({ status, message = '' }) =>
            createUpdateChange(row, status as IncidentStatus, message)
          }
        />
      )}
    </Block>
  )
}

/** The question before an update that cannot be taken back: it publishes the incident, or closes it for good. */
function describeUpdateQuestion({ title, publishAt }: IncidentRead, status: string | undefined) {
  const isClosing = status === 'resolved'
  if (publishAt)
    return {
      title: adminStatus.publishNowQuestion(title),
      hint: isClosing ? adminStatus.publishClosedHint : adminStatus.publishNowHint,
      confirm: adminStatus.publish,
    }
  if (isClosing)
    return {
      title: adminStatus.resolveQuestion(title),
      hint: adminStatus.resolveHint,
      confirm: adminStatus.resolveConfirm,
    }
}

const updateFields: Field[] = [
  { ...createChoiceField('status', labels.status, incidentLabels), isHalfWidth: false },
  { name: 'message', label: adminStatus.update, required: true },
]
