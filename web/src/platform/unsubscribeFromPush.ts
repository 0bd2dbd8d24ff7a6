/** Ends push messages in this browser after a sign-out: the next user of the browser may be someone else. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  // The push service now rejects this subscription, and our server deletes it at the next send.
  await subscription?.unsubscribe()
}
