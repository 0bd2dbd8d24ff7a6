// Loads third-party widgets (chat, community, map). Each starts late, has a timeout, becomes
// ready or fails exactly once, and can be stopped. The page renders the fallback, and nothing waits
// for a widget.

/** Time after which a widget that has not loaded is replaced by its fallback, in ms. */
export const widgetTimeout = 10_000

/** 'late', or the widget's own reason. */
type Failure = string
type LoadCallbacks = { ready: () => void; failed: (failure?: Failure) => void }
/** Starts loading; returns a function that removes the added elements. */
export type WidgetStarter = (callbacks: LoadCallbacks) => (() => void) | undefined

type LoadOptions = {
  start: WidgetStarter
  onReady: () => void
  onFailed: (failure: Failure) => void
  limit?: number
}

/** Starts a widget. The returned function stops it; no callback runs after that. */
export function startThirdParty({ start, onReady, onFailed, limit = widgetTimeout }: LoadOptions) {
  let isOpen = true
  const finish = (callback: () => void) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    callback()
  }
  const timer = setTimeout(() => finish(() => onFailed('late')), limit)
  const cleanUp = start({
    ready: () => finish(onReady),
    failed: (failure = 'failed') => finish(() => onFailed(failure)),
  })
  return () => {
    finish(() => {})
    cleanUp?.()
  }
}

/** Loads a script. It can be removed only before it has run. */
export const loadScript =
  (url: string): WidgetStarter =>
  ({ ready, failed }) => {
    const element = document.createElement('script')
    let hasRun = false
    element.src = url
    element.async = true
    element.addEventListener('load', () => {
      hasRun = true
      ready()
    })
    element.addEventListener('error', () => failed())
    document.head.append(element)
    return () => {
      if (!hasRun) element.remove()
    }
  }
