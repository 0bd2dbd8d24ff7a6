// The numbers of section 9 of the specification, under the same names. Times are in milliseconds
// unless the name says otherwise. No other file repeats these numbers. Numbers that appear only in
// a text ('в течение часа') and the durations of the design system (ui/Counter, ui/Reveal) are not
// here.

const second = 1000
const minute = 60 * second

/** Timeout of a request; not a number of the specification. */
export const requestTimeout = 30 * second

/** How long a page waits for its record before it is shown with a skeleton. */
export const recordTimeout = 1 * second

export const updateCheck = { every: 120 * second, first: 30 * second, reloadAfter: 15 * second }

export const verificationCode = { length: 6, resendCooldownSeconds: 60 }

export const emailValidationDebounce = 500

export const socialLimits = {
  polling: 1 * second,
  pauseBeforeExchange: 1.5 * second,
  minimumExchangeWait: 10 * second,
  popup: { width: 500, height: 600 },
}

export const postLoginDelay = 1.5 * second
export const forcedLogoutDialogClosesAfter = 3 * second
export const socialCallbackErrorDelay = 1.5 * second

export const notificationReconnect = { firstDelay: 1 * second, cap: 30 * second, attempts: 5 }

/** Delay after the last key before a search or a preview is requested. */
export const searchDebounce = 300

/** How often an open page of a car asks whether the car is still free. */
export const carRefresh = 30 * second

/** Live stream: how long a tab waits for the leading tab, and how events are batched. */
export const liveStream = {
  leaderAnswer: 2 * second,
  refreshPause: 200,
  trial: 10 * second,
  renewalAtMost: minute,
}

/**
 * Campaigns. A campaign with `undoFromRecipients` or more waits for `undoTime`, in which it can be
 * cancelled. One with `confirmFromRecipients` or more asks for a confirmation.
 */
export const campaign = {
  undoTime: 30 * second,
  undoFromRecipients: 10,
  confirmFromRecipients: 100,
  titleLength: 200,
  messageLength: 2000,
  refresh: 5 * second,
  usersFound: 5,
}

/** Delay before a new incident of the admin panel is published. Until then it can be cancelled. */
export const incidentUndoSeconds = 30

export const bellLimits = { recent: 5, badgeMaximum: 99 }

/** Notifications in one request. `newest` is what the specification calls the store and the modal. */
export const notificationLists = { newest: 50, loadMorePage: 20, centrePage: 10 }

export const currencyDivisor = 93.3508

export const enginePowerDefault = 200

export const calculatorBounds = {
  engineVolume: { step: 0.1, min: 0.1, max: 10 },
  age: { min: 0, max: 50 },
}

export const commentLength = 1000

export const blogPageSize = 6

export const teamLimits = { refresh: 5 * minute, activityPing: 2 * minute }

export const successMessage = 5 * second

export const map = { zoomDesktop: 16, zoomMobile: 15, waitTimeout: 10 * second }

export const toast = {
  duration: 5 * second,
  highPriorityDuration: 8 * second,
  maximum: 5,
  exitAnimation: 300,
}

export const statusRefresh = 60 * second

export const scrollToTopThreshold = 300

export const anchor = { offset: 80, delay: 200, smoothScroll: 1.2 * second }

export const articleReadMinutes = 5

export const startUp = { featuredCars: 6, blogPosts: 3 }

/** Rows per page of the admin panel. A CSV export reads the largest pages of the services. */
export const adminLists = { page: 20, exportPage: 100, exportAtMost: 5000, refresh: minute }

/** Days without the install prompt after a visitor has dismissed it. */
export const installRefusalDays = 90
/** Page views before the install prompt is offered. */
export const installWorthPages = 3

/** The chat is loaded this long after the page. */
export const chatDelay = 4 * second

/** Page size of lists without pagination. No customer has more orders, payments or bookings. */
export const wholeList = 100
