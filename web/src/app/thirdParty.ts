// The one way other companies' parts come in (chat, community, map, video): each is started late, has a
// limit of time, is ready or failed exactly once, and can be stopped. What stands in its place meanwhile,
// and for good when it fails, is the business of the page: nothing here is waited for.

import { widgetTimeout } from './limits.ts'

/** 'late', or what the part itself says of its failure. */
type Failure = string
type LoadCallbacks = { ready: () => void; failed: (why?: Failure) => void }
/** Begins the work; what it returns takes its traces away. */
export type Start = (callbacks: LoadCallbacks) => (() => void) | undefined

type LoadOptions = {
  start: Start
  onReady: () => void
  onFailed: (why: Failure) => void
  limit?: number
}

/** Returns what stops it: after that nothing more is told. */
export function startThirdParty({ start, onReady, onFailed, limit = widgetTimeout }: LoadOptions) {
  let isOpen = true
  const settle = (tell: () => void) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    tell()
  }
  const timer = setTimeout(() => settle(() => onFailed('late')), limit)
  const cleanUp = start({
    ready: () => settle(onReady),
    failed: (why = 'failed') => settle(() => onFailed(why)),
  })
  return () => {
    settle(() => {})
    cleanUp?.()
  }
}

/** A script of theirs. Once it has run it cannot be taken back; until then it can. */
export const loadScript =
  (address: string): Start =>
  ({ ready, failed }) => {
    const element = document.createElement('script')
    let hasRun = false
    element.src = address
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
