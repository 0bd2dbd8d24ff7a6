import { useEffect, useState } from 'react'
import { statusRefresh } from '../../app/limits.ts'
import { status as texts } from '../../app/texts/status.ts'
import { dayAndTime, time } from '../../lib/dates'
import { NBSP } from '../../lib/spaces'
import { Button } from '../../ui/Button'
import { Banner } from '../../ui/Note'
import { uiTexts } from '../../ui/texts'
import { type ComponentState, fallbackRows, measuredRows, worstState } from './components.ts'
import { formatDuration, Incidents } from './Incidents.tsx'
import { Maintenance } from './Maintenance.tsx'
import { ServiceRows } from './ServiceRows.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { useGetStatusSnapshotQuery } from './statusApi.ts'

const tick = 30_000

/** Re-renders on a timer, so that old data becomes unknown without a new answer. */
function useNow() {
  const [now, setNow] = useState(0)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), tick)
    return () => clearInterval(timer)
  }, [])
  return now
}

function useComponents() {
  const now = useNow()
  const { data, error, isFetching, refetch } = useGetStatusSnapshotQuery(undefined, {
    pollingInterval: statusRefresh,
    refetchOnReconnect: true,
  })
  const snapshot = error ? undefined : data
  const rows = error ? fallbackRows : data && measuredRows(data.services.data, now)
  const overall: ComponentState | 'loading' | 'fallback' = error
    ? 'fallback'
    : rows
      ? worstState(rows)
      : 'loading'
  return { now, snapshot, rows, overall, isFallback: Boolean(error), isFetching, refetch }
}

export default function StatusBody() {
  const { now, snapshot, rows, overall, isFallback, isFetching, refetch } = useComponents()
  const [isWhole, setWhole] = useState(false)
  const showAll = () => setWhole(true)
  const taken = snapshot?.services.isSnapshot ? snapshot.services.generatedAt : null
  return (
    <>
      <section className="page status-top">
        <h1>{texts.title}</h1>
        <div className="status-overall" data-state={overall}>
          <i aria-hidden="true" />
          <div>
            <p className="h3" role="status">
              {texts.overall[overall]}
            </p>
            <p className="s mute num">
              {snapshot
                ? `${texts.updated(`${time(snapshot.services.generatedAt)}${NBSP}МСК`)}, ${texts.every}`
                : texts.every}
            </p>
          </div>
        </div>
        {isFallback && (
          <Banner
            tone="warn"
            action={
              <Button variant="line" small disabled={isFetching} onClick={() => refetch()}>
                {uiTexts.retry}
              </Button>
            }
          >
            {texts.fallback}
          </Banner>
        )}
        {taken && (
          <Banner tone="warn">
            {texts.snapshot(dayAndTime(taken), formatDuration(taken, now))}
          </Banner>
        )}
      </section>
      <ServiceRows
        rows={rows}
        rule={snapshot?.services.uptimeRule ?? texts.rule}
        incidents={snapshot?.incidents ?? []}
        onIncident={showAll}
      />
      <Incidents
        incidents={snapshot?.incidents}
        isUnknown={isFallback}
        {...{ now, isWhole, onWhole: showAll }}
      />
      <Maintenance maintenance={snapshot?.maintenance} isUnknown={isFallback} />
      <Subscriptions />
    </>
  )
}
