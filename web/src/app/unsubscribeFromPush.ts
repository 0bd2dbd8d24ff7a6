/** This browser takes no more push of the person who has left: the next one at it may be somebody else. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  // Its push service refuses it from now on, and our server then forgets it.
  await subscription?.unsubscribe()
}
