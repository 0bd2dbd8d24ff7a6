import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { createBrowserOptions } from './scripts/browser.mjs'

// These journeys change shared state (the admin panel, notifications, the fake VK and Google), so
// they run one at a time.
const serialSpecs = [
  'admin',
  'calculator',
  'comments',
  'contacts',
  'dashboard',
  'firstPassword',
  'home',
  'notifications',
  'security',
  'served',
  'session',
  'social',
  'stream',
]
// Journeys with the tag @screens visit every screen: at every width, in both themes, with each
// request failing, by the Tab key. They take long, so they have a command of their own (make
// test-screens).
const screensTag = /@screens/
// These journeys stop parts of the stack, so they run last and alone.
const stoppingSpecs = ['status']
const listSpecs = (names: string[]) => names.map((name) => `${name}.spec.ts`)
// BROWSER=webkit: the core journeys written for WebDriver, which Playwright only runs and reports.
const isWebKit = process.env.BROWSER === 'webkit'
const webkitSpecs = /webkit\/.*\.spec\.ts$/

// BROWSER=firefox: the journeys with the tag @core in the Firefox of this machine (scripts/firefox.mjs).
const isFirefox = process.env.BROWSER === 'firefox'
const firefoxOptions = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('scripts/firefox.mjs', import.meta.url)),
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
  },
} as const

async function chooseBrowserOptions() {
  if (isFirefox) return firefoxOptions
  if (isWebKit) return {}
  return { launchOptions: await createBrowserOptions() }
}

// The journeys need a running stack: BASE_URL=http://localhost:8080 pnpm e2e
export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  grep: isFirefox ? /@core/ : undefined,
  projects: [
    ...(isWebKit ? [{ name: 'webkit', testMatch: webkitSpecs, workers: 1 }] : []),
    {
      name: 'serial',
      testMatch: listSpecs(serialSpecs),
      grepInvert: screensTag,
      workers: 1,
      outputDir: 'test-results/serial',
    },
    {
      name: 'visitors',
      testIgnore: [...listSpecs([...serialSpecs, ...stoppingSpecs]), webkitSpecs],
      grepInvert: screensTag,
      workers: 1,
      outputDir: 'test-results/visitors',
    },
    {
      name: 'screens',
      testIgnore: [...listSpecs(stoppingSpecs), webkitSpecs],
      grep: screensTag,
      workers: 1,
      outputDir: 'test-results/screens',
    },
    {
      name: 'stopped parts',
      testMatch: listSpecs(stoppingSpecs),
      dependencies: ['serial', 'visitors', 'screens'],
      outputDir: 'test-results/stopped',
    },
  ],
  retries: 0,
  // Timeouts only end a hang, because the machine may be slow (docs/decisions/0180).
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    // A press on a missing element fails with the element's name, long before the timeout of the
    // journey.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // Installing a service worker slows down each new browser; journeys about it enable it.
    serviceWorkers: 'block',
    // Animations cost CPU. Journeys that test them enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing doubles the time of a journey. `pnpm e2e --trace on` records a failing one.
    trace: 'off',
    ...(await chooseBrowserOptions()),
  },
})
