// What an answer of the status service may lack, so that the page is shown without it.

import type {
  IncidentRead,
  IncidentsRead,
  MaintenanceList,
  MaintenanceRead,
  ServiceRead,
  ServicesRead,
} from '../../app/wire/status.ts'

const texts = { title: '', description: '', status: '', affectedServices: [] }
const incidentTexts = { ...texts, severity: 'minor' }
const service = { name: '', status: 'unknown', uptime: null, description: '', history: [] }

const completeIncident = (incident: IncidentRead): IncidentRead => ({
  ...incidentTexts,
  ...incident,
  updates: incident.updates ?? [],
})

/** The components with empty values for what the answer lacks. */
export const completeServices = (answer: ServicesRead): ServicesRead => ({
  ...answer,
  data: (answer.data ?? []).map((one): ServiceRead => ({ ...service, ...one })),
})

/** The incidents, likewise. */
export const completeIncidents = ({ data }: IncidentsRead) => (data ?? []).map(completeIncident)

/** The scheduled maintenance, likewise. */
export const completeMaintenance = ({ data }: MaintenanceList) =>
  (data ?? []).map((one): MaintenanceRead => ({ ...texts, ...one }))
