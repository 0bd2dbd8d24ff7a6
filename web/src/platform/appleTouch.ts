/**
 * Whether this is an iPhone, iPad or iPod. Their browsers have no install event, and receive push messages only for
 * a site on the home screen.
 */
export const isAppleTouch = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent)
