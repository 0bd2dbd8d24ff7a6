import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { settingsApi } from '../../api/settingsApi.ts'
import { useLayout } from '../../platform/layout.ts'
import { startThirdParty } from '../../platform/thirdParty.ts'
import { map as limits } from '../../shared/limits.ts'
import { officeMap, officeMap as texts, visit } from '../../shared/texts/officeMap.ts'
import { AnchorButton } from '../../ui/Button.tsx'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import { ErrorNote } from '../../ui/Note.tsx'
import { useInView } from '../../ui/useInView.ts'
import { AreaPlan } from './AreaPlan.tsx'
import { type MapSource, parseMapSource } from './mapSource.ts'

/** The location of the office: a map, and directions as text. */
export default function Location() {
  return (
    <JourneySection id="location" title={officeMap.title}>
      <OfficeMap />
      <div className="contacts-visit">
        <div>
          <h3>{visit.directionsTitle}</h3>
          <dl className="contacts-directions">
            {visit.directions.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3>{visit.title}</h3>
          <ul className="contacts-notes">
            {visit.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      </div>
    </JourneySection>
  )
}

type State =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  /** No map service is configured: the site's own plan is shown, and a retry would not help. */
  | { kind: 'plan' }

/** The map is loaded when it is less than 400 px below the viewport. */
const loadMargin = -400

type MapLoadOptions = {
  zoom: number
  label: string
  ready: () => void
  failed: (reason: string) => void
}

/** Loads the map's code, then draws the map. Returns a function that removes the map. */
function loadMap(container: HTMLElement, source: MapSource, options: MapLoadOptions): () => void {
  let isMounted = true
  let remove = () => {}
  const { zoom, label, ready: onReady, failed } = options
  const onFailed = () => failed(texts.noTiles)
  import('./drawMap.ts').then(
    ({ drawMap }) => {
      if (isMounted && container.isConnected)
        remove = drawMap(container, source, { zoom, label, onReady, onFailed })
    },
    () => failed(texts.notCode),
  )
  return () => {
    isMounted = false
    remove()
  }
}

function useMap(box: RefObject<HTMLElement | null>, isNear: boolean) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const layout = useLayout()
  const { data, isError, refetch } = settingsApi.endpoints.getSettings.useQuery()
  const widget = data?.widgets?.map

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only repeats the effect.
  useEffect(() => {
    if (!isNear || !box.current) return
    const fail = (reason: string) => setState({ kind: 'failed', reason })
    setState({ kind: 'loading' })
    const source = data ? parseMapSource(widget) : null
    if (data && !source) return setState({ kind: 'plan' })
    const container = box.current
    return startThirdParty({
      limit: limits.waitTimeout,
      onReady: () => setState({ kind: 'ready' }),
      onFailed: (reason) => fail(reason === 'late' ? texts.tooLong : reason),
      start: ({ ready, failed }) => {
        if (isError) failed(texts.noSettings)
        if (!source) return
        const zoom = layout === 'mobile' ? limits.zoomMobile : limits.zoomDesktop
        return loadMap(container, source, { zoom, label: texts.label, ready, failed })
      },
    })
  }, [isNear, data, widget, isError, layout, attempt])

  function retry() {
    // The map's container must be rendered again before the next attempt.
    setState({ kind: 'loading' })
    if (isError) void refetch()
    setAttempt((count) => count + 1)
  }
  return { state, retry }
}

export function OfficeMap() {
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLElement>(null)
  const isNear = useInView(frame, loadMargin)
  const { state, retry } = useMap(box, isNear)
  const { contactAddress } = useSettings()
  const route = `https://yandex.ru/maps/?mode=routes&rtext=~${encodeURIComponent(contactAddress)}`
  return (
    <div
      ref={frame}
      className="contacts-map"
      data-state={state.kind === 'plan' ? 'failed' : state.kind}
    >
      {state.kind === 'plan' && <AreaPlan />}
      {state.kind === 'failed' && (
        <div className="contacts-map-failed">
          <ErrorNote title={texts.failed} onRetry={retry}>
            {state.reason} {texts.failedNote}
          </ErrorNote>
        </div>
      )}
      {state.kind !== 'plan' && state.kind !== 'failed' && (
        <section ref={box} className="contacts-map-box" aria-label={texts.label} />
      )}
      {state.kind === 'loading' && (
        <p className="contacts-map-loading s mute" role="status">
          {texts.loading}
        </p>
      )}
      <p className="row-wrap contacts-map-foot">
        <span>{contactAddress}</span>
        <AnchorButton href={route} target="_blank" rel="noopener" variant="line" small>
          {texts.route}
        </AnchorButton>
      </p>
    </div>
  )
}
