import { campaign as limits } from '../../app/limits.ts'
import { figures as texts } from '../../app/texts/campaigns.ts'
import { Figures } from '../../ui/Figures'
import { Tag } from '../../ui/Tag'
import { useGetStatsQuery } from './campaignsApi.ts'

const pollingOptions = { pollingInterval: limits.refresh, skipPollingIfUnfocused: true }

export function ConnectionCount() {
  const { data, error } = useGetStatsQuery(undefined, pollingOptions)
  if (error || !data) return <Tag tone="none">{texts.unknown}</Tag>
  return <Tag tone="ok">{texts.connections(data.live_connections)}</Tag>
}

export function LiveStats() {
  const { data, error } = useGetStatsQuery(undefined, pollingOptions)
  const known = error ? undefined : data
  return (
    <section aria-label={texts.region}>
      <Figures
        figures={[
          [texts.online, known?.people_online],
          [texts.replicas, known?.replicas],
          [texts.hour, known?.sent_per_hour],
          [texts.backlog, known?.backlog],
        ]}
      />
    </section>
  )
}
