import { campaign as limits } from '../../app/limits.ts'
import { figures as texts } from '../../app/texts/campaigns.ts'
import { figure } from '../../lib/numbers'
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
  const figures = [
    [texts.online, known?.people_online],
    [texts.replicas, known?.replicas],
    [texts.hour, known?.sent_per_hour],
    [texts.backlog, known?.backlog],
  ] as const
  return (
    <section aria-label={texts.region}>
      <dl className="cp-figures">
        {figures.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">{value === undefined ? '—' : figure(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
