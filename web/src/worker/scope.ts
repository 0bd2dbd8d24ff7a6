// The part of the worker's global scope used here; the DOM types describe a page, not a worker.

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type NotificationClickEvent = ExtendableEvent & { notification: Notification }
type PushEvent = ExtendableEvent & { data: { text: () => string } | null }
export type WindowClient = {
  url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
  postMessage: (message: unknown, ports: [MessagePort]) => void
}

export type WorkerScope = {
  __WB_MANIFEST: { url: string; revision: string | null }[]
  registration: ServiceWorkerRegistration
  location: Location
  navigator: { onLine: boolean }
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: ((
    type: 'install' | 'activate',
    listener: (event: ExtendableEvent) => void,
  ) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationClickEvent) => void) => void)
}
