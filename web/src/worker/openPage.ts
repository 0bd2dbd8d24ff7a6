// Opens a page of the site after a click on a notification, without losing input in open tabs.

import type { WindowClient } from './scope.ts'

type Clients = {
  matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>
  openWindow: (url: string) => Promise<unknown>
}

/** In ms. A tab that does not answer (an older release, a frozen tab) counts as a tab with unsent input. */
const answerTimeout = 300

function hasDraft(tab: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(true), answerTimeout)
    port1.onmessage = ({ data }) => resolve(data?.hasDraft !== false)
    tab.postMessage({ type: 'has-draft' }, [port2])
  }).finally(() => port1.close())
}

/**
 * Focuses the tab that shows the URL, or navigates a tab without unsent input, or opens a window.
 */
export async function openPage(url: string, clients: Clients): Promise<void> {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const existingTab = tabs.find((tab) => tab.url === url)
  if (existingTab) {
    await existingTab.focus().catch(() => {})
    return
  }
  const drafts = await Promise.all(tabs.map(hasDraft))
  const freeTab = tabs.find((_tab, index) => !drafts[index])
  // A tab that the worker does not control cannot be navigated.
  const isNavigated = await freeTab?.navigate(url).then(
    () => true,
    () => false,
  )
  if (freeTab && isNavigated) await freeTab.focus().catch(() => {})
  else await clients.openWindow(url)
}
