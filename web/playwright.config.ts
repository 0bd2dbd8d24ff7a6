import { defineConfig } from '@playwright/test'
import { browserOptions } from './scripts/browser.mjs'

// What the company does reaches everybody (its desks, its news), so these take turns among themselves; so do those
// to whom VK and Google answer as one of them tells.
const serial = [
  'admin',
  'calculator',
  'comments',
  'contacts',
  'dashboard',
  'home',
  'notifications',
  'security',
  'session',
  'social',
  'stream',
]
// Parts of the stack are stopped here, which nobody else must notice.
const stopped = ['status']
const files = (names: string[]) => names.map((name) => `${name}.spec.ts`)

// The journeys need a running stack and are told where: BASE_URL=http://localhost:8080 pnpm e2e
export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  projects: [
    { name: 'serial', testMatch: files(serial), workers: 1, outputDir: 'test-results/serial' },
    {
      name: 'visitors',
      testIgnore: files([...serial, ...stopped]),
      workers: 1,
      outputDir: 'test-results/visitors',
    },
    {
      name: 'stopped parts',
      testMatch: files(stopped),
      dependencies: ['serial', 'visitors'],
      outputDir: 'test-results/stopped',
    },
  ],
  // A machine that is busy for a moment must not refuse a change; what fails twice does.
  retries: 1,
  // A busy machine is no failure.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // A worker to install costs each of the many new browsers a tenth of its time; journeys about it ask for it.
    serviceWorkers: 'block',
    // Movement costs a processor and proves nothing; the journeys about it ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A recording doubles the time of a journey: only the second try is worth it.
    trace: 'on-first-retry',
    launchOptions: await browserOptions(),
  },
})
