import { useEffect, useState } from 'react'
import { statusRefresh } from '../../app/limits.ts'
import { status as texts } from '../../app/texts/status.ts'
import { dayAndTime, time } from '../../lib/dates'
import { NBSP } from '../../lib/spaces'
import { Button } from '../../ui/Button'
import { Banner } from '../../ui/Note'
import { uiTexts } from '../../ui/texts'
import { Route } from '../../ui/way/RouteSection.tsx'
import { type ComponentState, fallbackRows, measuredRows, worstState } from './components.ts'
import { formatDuration, Incidents } from './Incidents.tsx'
import { ServiceRows } from './ServiceRows.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import './status.css'
import { Maintenance } from './Maintenance.tsx'
import { useGetBoardQuery } from './statusApi.ts'

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
  const { data, error, isFetching, refetch } = useGetBoardQuery(undefined, {
    pollingInterval: statusRefresh,
    refetchOnReconnect: true,
  })
  const board = error ? undefined : data
  const rows = error ? fallbackRows : data && measuredRows(data.services.data, now)
  const overall: ComponentState | 'loading' | 'fallback' = error
    ? 'fallback'
    : rows
      ? worstState(rows)
      : 'loading'
  return { now, board, rows, overall, isFallback: Boolean(error), isFetching, refetch }
}

export function StatusPage() {
  const { now, board, rows, overall, isFallback, isFetching, refetch } = useComponents()
  const [isWhole, setWhole] = useState(false)
  const showAll = () => setWhole(true)
  const taken = board?.services.isSnapshot ? board.services.generatedAt : null
  return (
    <Route>
      <section className="page status-top">
        <h1>{texts.title}</h1>
        <div className="status-overall" data-state={overall}>
          <i aria-hidden="true" />
          <div>
            <p className="h3" role="status">
              {texts.overall[overall]}
            </p>
            <p className="s mute num">
              {board
                ? `${texts.updated(`${time(board.services.generatedAt)}${NBSP}МСК`)}, ${texts.every}`
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
        rule={board?.services.uptimeRule ?? texts.rule}
        incidents={board?.incidents ?? []}
        onIncident={showAll}
      />
      <Incidents
        incidents={board?.incidents}
        isUnknown={isFallback}
        {...{ now, isWhole, onWhole: showAll }}
      />
      <Maintenance maintenance={board?.maintenance} isUnknown={isFallback} />
      <Subscriptions />
    </Route>
  )
}
