/**
 * Whether this is an iPhone, iPad or iPod. Their browsers have no install event, and receive push messages only for
 * a site on the home screen. An iPad names itself a Mac by default, but no Mac has a touch screen.
 */
export function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
