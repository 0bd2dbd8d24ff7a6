// Templates of incidents. Two clicks open an incident of the status page from a template.

import { useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { IncidentCreate, TemplateRead } from '../../../api/wire/status.ts'
import { incidentUndoSeconds } from '../../../shared/limits.ts'
import { pages } from '../../../shared/paths.ts'
import { formatComponentNames } from '../../../shared/statusComponents.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { adminStatus, severityLabels } from '../../../shared/texts/adminStatus.ts'
import { createChange } from '../adminApi.ts'
import { ActionButton } from '../record/ActionButton.tsx'
import { createChoiceField, createRecordSource, findLabel, type Section } from '../section.ts'
import { incidentsSource } from './incidentsSection.tsx'
import { affectedServicesField, descriptionField } from './statusFields.ts'

type IncidentSeverity = IncidentCreate['severity']
type IncidentServices = IncidentCreate['affectedServices']

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
    { name: 'message', label: adminStatus.firstMessage, kind: 'area', emptyValue: '' },
  ],
  newHeading: adminList.newRecord.incidentTemplate,
  canRemove: true,
  heading: (row) => row.name,
  emptyHint: adminStatus.templateNote,
  Actions: OpenFromTemplate,
}

/** Opens an incident with the texts of the template. It can be cancelled like any new incident. */
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
            formatComponentNames(affectedServices),
          ),
          confirm: adminStatus.publish,
        }}
      >
        {adminStatus.openFromTemplate}
      </ActionButton>
      <p role="status" className="s">
        {isOpened && (
          <>
            {adminStatus.openedFromTemplate}{' '}
            <Link to={`${pages.adminSection('status')}?open=true`}>
              {adminStatus.toOpenIncidents}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
