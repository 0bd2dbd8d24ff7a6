import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { Problem } from '../../app/problem.ts'
import type {
  IncidentsRead,
  MaintenanceList,
  ServicesRead,
  SubscribeAnswer,
} from '../../app/wire/status.ts'
import { completeIncidents, completeMaintenance, completeServices } from './statusDefaults.ts'

type StatusSnapshot = {
  services: ServicesRead
  incidents: IncidentsRead['data']
  maintenance: MaintenanceList['data']
}

export const statusApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Loads all three together, so that the page never shows an outage without its incident. */
    getStatusSnapshot: build.query<StatusSnapshot, void>({
      async queryFn(_nothing, _api, _options, ask) {
        const [services, incidents, maintenance] = await Promise.all([
          ask(calls.statusServices),
          ask(calls.statusIncidents),
          ask(calls.statusMaintenance),
        ])
        const failed = services.error ?? incidents.error ?? maintenance.error
        if (failed) return { error: failed as Problem }
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
    followStatus: build.mutation<SubscribeAnswer, string>({
      query: (email) => ({
        url: calls.statusSubscriptions,
        method: 'POST',
        body: { email, consent: true },
      }),
    }),
  }),
})

export const { useGetStatusSnapshotQuery, useFollowStatusMutation } = statusApi
