// The numbers of the specification's section 9, named as it names them. Times are in milliseconds
// unless the name says otherwise. No code repeats one of these figures. Not here are those that only a text says in
// words ('в течение часа'), and those of the design system's own motion (ui/Counter, ui/Reveal).

const second = 1000
const minute = 60 * second

export const updateCheck = { every: 120 * second, first: 30 * second, reloadAfter: 15 * second }

export const startUpScreenMinimum = 1.5 * second

export const verificationCode = { length: 6, resendCooldownSeconds: 60 }

export const emailValidationDebounce = 500

export const social = {
  polling: 1 * second,
  pauseBeforeExchange: 1.5 * second,
  minimumExchangeWait: 10 * second,
  popup: { width: 500, height: 600 },
}

export const postLoginDelay = 1.5 * second
export const forcedLogoutDialogClosesAfter = 3 * second
export const socialCallbackErrorDelay = 1.5 * second

export const notificationReconnect = { firstDelay: 1 * second, cap: 30 * second, attempts: 5 }

/** Of the stream beyond the specification: how long a tab waits for the leading one, how events are gathered. */
export const liveStream = {
  leaderAnswer: 2 * second,
  refreshPause: 200,
  typingPause: 300,
  trial: 10 * second,
  renewalAtMost: minute,
}

/** Of campaigns: a mistaken one can be taken back, and many people are a reason to ask again. */
export const campaign = {
  undo: 30 * second,
  undoFrom: 10,
  confirmFrom: 100,
  titleLength: 200,
  messageLength: 2000,
  page: 10,
  refresh: 5 * second,
  usersFound: 5,
}

export const bell = { recent: 5, badgeMaximum: 99 }

export const notificationLists = { modal: 50, loadMorePage: 20, centrePage: 10, store: 50 }

export const logBuffer = 1000

export const themeSwitchAnimation = 700

export const currencyDivisor = 93.3508

export const enginePowerDefault = 200

export const calculatorBounds = {
  engineVolume: { step: 0.1, min: 0.1, max: 10 },
  age: { min: 0, max: 50 },
}

export const commentLength = 1000

export const blogPageSize = 6

export const team = { refresh: 5 * minute, activityPing: 2 * minute }

export const successMessage = 5 * second

export const map = { zoomDesktop: 16, zoomMobile: 15, waitTimeout: 10 * second }

export const toast = {
  duration: 5 * second,
  highPriorityDuration: 8 * second,
  maximum: 5,
  exitAnimation: 300,
}

export const errorBoundaryRetries = 3

export const statusRefresh = 60 * second

export const scrollToTopThreshold = 300

export const anchor = { offset: 80, delay: 200, smoothScroll: 1.2 * second }

export const articleReadMinutes = 5

export const startUp = { featuredCars: 6, blogPosts: 3 }

/** Rows of a page of the admin panel; a CSV file is gathered by the longest pages the services give. */
export const adminLists = { page: 20, exportPage: 100, exportAtMost: 5000, refresh: minute }

/** Of the offer to install the site: how long a refusal counts, and how many pages show that it is of use. */
export const installRefusalDays = 90
export const installWorthPages = 3

/** How long another company's widget may take before its fallback stands for good. */
export const widgetTimeout = 10 * second
/** The chat comes this long after the page. */
export const chatDelay = 4 * second
