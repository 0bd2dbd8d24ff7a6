import { campaign as limits } from '../../shared/limits.ts'
import { serviceState as texts } from '../../shared/texts/campaigns.ts'
import { Stats } from '../../ui/Stats.tsx'
import { Tag } from '../../ui/Tag.tsx'
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
      <Stats
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
