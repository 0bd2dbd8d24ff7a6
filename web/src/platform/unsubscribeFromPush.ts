/**
 * Ends push messages in this browser when the session ends, because the next user may be somebody
 * else.
 */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  // The push service now rejects this subscription, and our server deletes it at the next send.
  await subscription?.unsubscribe()
}
