// The part of the worker's global scope that is used here. The web's own types are those of a page.

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Press = Lasting & { notification: Notification }
type Message = Lasting & { data: { text: () => string } | null }
type Tab = {
  url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}

export type WorkerScope = {
  __WB_MANIFEST: { url: string; revision: string | null }[]
  registration: ServiceWorkerRegistration
  location: Location
  navigator: { onLine: boolean }
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: ((type: 'install' | 'activate', hear: (event: Lasting) => void) => void) &
    ((type: 'push', hear: (event: Message) => void) => void) &
    ((type: 'notificationclick', hear: (event: Press) => void) => void)
}
