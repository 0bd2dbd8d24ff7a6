import { useState } from 'react'
import { formatDayAndTime, formatTime } from '../../lib/dates.ts'
import { NBSP } from '../../lib/spaces.ts'
import { statusRefresh } from '../../shared/limits.ts'
import { status as texts } from '../../shared/texts/status.ts'
import { useNow } from '../../shared/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/Note.tsx'
import { uiTexts } from '../../ui/texts.ts'
import {
  type ComponentState,
  createMeasuredRows,
  fallbackRows,
  findWorstState,
  tones,
} from './componentRows.ts'
import { formatDuration } from './duration.ts'
import { Incidents } from './Incidents.tsx'
import { Maintenance } from './Maintenance.tsx'
import { ResponseTimes } from './ResponseTimes.tsx'
import { ServiceRows } from './ServiceRows.tsx'
import { StatusIntegrations } from './StatusIntegrations.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { useGetStatusSnapshotQuery } from './statusApi.ts'

const clockTickMs = 30_000

function useComponents() {
  // Old data becomes unknown over time, without a new response.
  const now = useNow(clockTickMs, 0)
  const { data, error, isFetching, refetch } = useGetStatusSnapshotQuery(undefined, {
    pollingInterval: statusRefresh,
    refetchOnReconnect: true,
  })
  const snapshot = error ? undefined : data
  const rows = error ? fallbackRows : data && createMeasuredRows(data.services.data, now)
  const knownState = rows ? findWorstState(rows) : 'loading'
  const overall: ComponentState | 'loading' | 'fallback' = error ? 'fallback' : knownState
  // A failed request makes the last state unknown. The error stays during the retry of each minute.
  const query = { currentData: snapshot, error, isFetching: isFetching && !error, refetch }
  return { now, query, rows, overall, isFetching }
}

export default function StatusBody() {
  const { now, query, rows, overall, isFetching } = useComponents()
  const snapshot = query.currentData
  const [showsAll, setShowsAll] = useState(false)
  const showAll = () => setShowsAll(true)
  const tone = overall === 'loading' || overall === 'fallback' ? 'none' : tones[overall]
  const updatedAt = snapshot?.services.generatedAt
  const snapshotTime = snapshot?.services.isSnapshot ? snapshot.services.generatedAt : null
  return (
    <>
      <section className="page status-top">
        <h1>{texts.title}</h1>
        <div className={`row status-overall tone is-${tone}`} data-state={overall}>
          <i aria-hidden="true" />
          <div>
            <p className="h3" role="status">
              {texts.overall[overall]}
            </p>
            <p className="s mute num">
              {updatedAt
                ? `${texts.updated(`${formatTime(updatedAt)}${NBSP}МСК`)}, ${texts.every}`
                : texts.every}
            </p>
          </div>
        </div>
        {overall === 'fallback' && (
          <Banner
            tone="warn"
            action={
              <Button variant="line" small disabled={isFetching} onClick={() => query.refetch()}>
                {uiTexts.retry}
              </Button>
            }
          >
            {texts.fallback}
          </Banner>
        )}
        {snapshotTime && (
          <Banner tone="warn">
            {texts.snapshot(formatDayAndTime(snapshotTime), formatDuration(snapshotTime, now))}
          </Banner>
        )}
      </section>
      <ServiceRows
        rows={rows}
        rule={snapshot?.services.uptimeRule ?? texts.rule}
        incidents={snapshot?.incidents ?? []}
        onIncident={showAll}
      />
      <ResponseTimes />
      <Incidents query={query} now={now} showsAll={showsAll} onShowAll={showAll} />
      <Maintenance query={query} />
      <Subscriptions />
      <StatusIntegrations />
    </>
  )
}
