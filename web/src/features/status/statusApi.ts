import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'
import type {
  IncidentRead,
  IncidentsRead,
  LatenciesRead,
  MaintenanceList,
  MaintenanceRead,
  ServiceRead,
  ServicesRead,
} from '../../api/wire/status.ts'

export type ComponentId = ServiceRead['id']
export type LatencyPeriod = LatenciesRead['period']

export type StatusSnapshot = {
  services: ServicesRead
  incidents: IncidentsRead['data']
  maintenance: MaintenanceList['data']
}

export const {
  useGetStatusSnapshotQuery,
  useGetLatenciesQuery,
  useGetTelegramBotQuery,
  useFollowStatusMutation,
} = injectCalls(({ build, get, post }) => ({
  getTelegramBot: get(calls.telegramBot),
  getLatencies: get(
    (period: LatencyPeriod) => ({ url: calls.statusLatency, params: { period } }),
    ['Status'],
  ),
  /** Loads all three together, so that the page never shows an outage without its incident. */
  getStatusSnapshot: build.query<StatusSnapshot, void>({
    async queryFn(_nothing, _api, _options, request) {
      const [services, incidents, maintenance] = await Promise.all([
        request(calls.statusServices),
        request(calls.statusIncidents),
        request(calls.statusMaintenance),
      ])
      const failed = services.error ?? incidents.error ?? maintenance.error
      if (failed) return { error: failed }
      return {
        data: {
          services: completeServices(services.data as ServicesRead),
          incidents: completeIncidents(incidents.data as IncidentsRead),
          maintenance: completeMaintenance(maintenance.data as MaintenanceList),
        },
      }
    },
    providesTags: ['Status', 'Incident', 'Maintenance'],
  }),
  followStatus: post(({ email, components }: { email: string; components: ComponentId[] }) => ({
    url: calls.statusSubscriptions,
    body: { email, components, consent: true as const },
  })),
}))

// Values for fields that a response may lack, so that the page is still shown.
const defaultTexts = { title: '', description: '', status: '', affectedServices: [] }
const defaultIncident = { ...defaultTexts, severity: 'minor' }
const defaultService = { name: '', status: 'unknown', uptime: null, description: '', history: [] }

const completeIncident = (incident: IncidentRead): IncidentRead => ({
  ...defaultIncident,
  ...incident,
  updates: incident.updates ?? [],
})

const completeServices = (answer: ServicesRead): ServicesRead => ({
  ...answer,
  data: (answer.data ?? []).map((received): ServiceRead => ({ ...defaultService, ...received })),
})

const completeIncidents = ({ data }: IncidentsRead) => (data ?? []).map(completeIncident)

const completeMaintenance = ({ data }: MaintenanceList) =>
  (data ?? []).map((received): MaintenanceRead => ({ ...defaultTexts, ...received }))
