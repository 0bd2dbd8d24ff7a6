// Hands what a provider sent back to the page that waits for it, by every way there is: the opener
// may be cut off by its own policy, so other tabs are notified by broadcast and by storage too.

const query = new URLSearchParams(location.search)
const answer = {
  type: 'social-auth',
  code: query.get('code'),
  state: query.get('state'),
  device_id: query.get('device_id'),
  error: query.get('error') || (query.get('code') ? null : 'missing_code'),
  at: Date.now(),
}
const key = document.currentScript.dataset.key

try {
  window.opener?.postMessage(answer, location.origin)
} catch {
  // The opener is gone or not ours.
}
try {
  const channel = new BroadcastChannel('social_auth')
  channel.postMessage(answer)
  channel.close()
} catch {
  // An old browser: the entry in storage below notifies the page.
}
try {
  localStorage.setItem(key, JSON.stringify(answer))
} catch {
  // Storage is refused: the messages were sent.
}
// The code leaves the address bar and the history.
history.replaceState(null, '', location.pathname)
window.close()
