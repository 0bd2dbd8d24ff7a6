// The Web Push subscription of this browser. Permission is requested only after the user pressed a button.

import { isAppleTouch } from '../../platform/appleTouch.ts'

export type PushState = 'unsupported' | 'homeScreen' | 'denied' | 'off' | 'on'

/** How long to wait for the service worker: it is registered after the first paint, maybe after this call. */
const registrationTimeoutMs = 5000

async function getWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), registrationTimeoutMs),
  )
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

/** Subscribes this browser; null if the user refused the permission. */
export async function startPush(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await getWorker()
  const subscription = await registration?.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return subscription?.toJSON() ?? null
}

/** Ends the subscription in this browser. Returns its endpoint, which identifies it on the server. */
export async function stopPush(): Promise<string | null> {
  const registration = await getWorker()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}
