import { defineConfig } from 'vitest/config'
import { pageColors } from './scripts/pageColors.mjs'

// No plugin on purpose: JSX comes from tsconfig, and the framework plugin would start its own build.
export default defineConfig({
  define: {
    __APP_VERSION__: JSON.stringify('test'),
    __PAGE_COLORS__: JSON.stringify(pageColors()),
    __PUBLIC_URL__: JSON.stringify('http://localhost:8080'),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080' } },
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    css: false,
    // Each file cleans up after itself (tests/setup.ts), and a world of its own for each takes most of the time.
    isolate: false,
    restoreMocks: true,
    // A busy machine is no failure.
    testTimeout: 20_000,
  },
})
