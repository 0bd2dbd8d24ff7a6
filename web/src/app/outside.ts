// The one way other companies' parts come in (chat, community, map, video): each is started late, has a
// limit of time, is ready or failed exactly once, and can be stopped. What stands in its place meanwhile,
// and for good when it fails, is the business of the page: nothing here is waited for.

import { widgetTimeout } from './limits.ts'

/** 'late', or what the part itself says of its failure. */
type Failure = string
type Told = { ready: () => void; failed: (why?: Failure) => void }
/** Begins the work; what it returns takes its traces away. */
export type Start = (told: Told) => (() => void) | undefined

type Wanted = {
  start: Start
  onReady: () => void
  onFailed: (why: Failure) => void
  limit?: number
}

/** Returns what stops it: after that nothing more is told. */
export function fromOutside({ start, onReady, onFailed, limit = widgetTimeout }: Wanted) {
  let isOpen = true
  const settle = (tell: () => void) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    tell()
  }
  const timer = setTimeout(() => settle(() => onFailed('late')), limit)
  const takeAway = start({
    ready: () => settle(onReady),
    failed: (why = 'failed') => settle(() => onFailed(why)),
  })
  return () => {
    settle(() => {})
    takeAway?.()
  }
}

/** A script of theirs. Once it has run it cannot be taken back; until then it can. */
export const script =
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
