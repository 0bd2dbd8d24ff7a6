// Web Push of this browser. It is asked for only after a press, and it belongs to the service worker.

export type PushState = 'unsupported' | 'homeScreen' | 'denied' | 'off' | 'on'

function isAppleTouch(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent)
}

/** The page registers the worker after its first paint; this part may well be drawn before that. */
const registrationTimeoutMs = 5000

async function getWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), registrationTimeoutMs))
  return (
    (await navigator.serviceWorker.getRegistration()) ??
    Promise.race([navigator.serviceWorker.ready, timeout])
  )
}

export async function readPushState(): Promise<PushState> {
  if (!('PushManager' in window) || !('Notification' in window))
    return isAppleTouch() ? 'homeScreen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await getWorker()
  if (!registration) return 'unsupported'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/** The browser's own words for a subscription, or null when the person has refused. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await getWorker()
  const subscription = await registration?.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return subscription?.toJSON() ?? null
}

/** Ends the subscription here; the address is what the server knows it by. */
export async function unsubscribe(): Promise<string | null> {
  const registration = await getWorker()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}
