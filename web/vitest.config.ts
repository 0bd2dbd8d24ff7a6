import { defineConfig } from 'vitest/config'
import { readPageColors } from './scripts/pageColors.mjs'

// A name that never resolves (RFC 6761), so that no unit test reaches a site that runs on this machine.
const site = 'http://site.test'

// No plugins: JSX is set in tsconfig, and the framework plugin would start a build.
export default defineConfig({
  define: {
    __APP_VERSION__: JSON.stringify('test'),
    __PAGE_COLORS__: JSON.stringify(readPageColors()),
    __PUBLIC_URL__: JSON.stringify(site),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: site } },
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    css: false,
    // Each file cleans up after itself (tests/setup.ts); a separate environment per file takes most of the time.
    isolate: false,
    restoreMocks: true,
    // Limits only end a hang: the machine may be slow (docs/decisions/0180).
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
