import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { mobileLayout } from './scripts/mobileLayout.mjs'
import { pageColors } from './scripts/pageColors.mjs'

const core =
  /node_modules[\\/](?:\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/])?(?:react|react-dom|react-router|scheduler|react-redux|redux|redux-thunk|immer)[\\/]|redux-toolkit\.modern/

// What the frame of every page is made of; as one file it is one request instead of fifteen.
const shell = new RegExp(
  [
    'src/features/shell/(?!Footer|MobileMenu|Brands|SocialLinks|Stamp|ratesApi|FloatingButtons|Community|useChat|widgets|social\\.)',
    'src/app/(?:store|settings|settingsSlice|sessionSlice|sessionEvents|signInSlice|hooks|paths)\\.',
    'src/app/(?:limits|brand|env|storage|lazyWhenVisible|importWithRetry|routeHandle|motion|layout|useNearViewport)\\.',
    'src/app/(?:ErrorBoundary|ShellFrame|pageMeta|texts/shell|texts/text)\\.',
    'src/ui/(?:Button|Icon|icons|IconButton|classes|texts)\\.',
    'vite/(?:modulepreload-polyfill|preload-helper)',
  ].join('|'),
)

// What comes after the first paint comes in small pieces, and each costs the phone a link and a request of its own.
// Those that many parts share, and that bring no styles, travel together.
const data = /src\/app\/(?:api|refresh|liveEvents|settingsApi|startData)\.ts$/
const tools =
  /src\/(?:lib\/(?:numbers|dates|caret)|ui\/use(?:Width|ReducedMotion|InView)|app\/(?:calculatorLink|useHydrated|thirdParty|engagement))\.ts$/
const typography = /src\/lib\/typography\.ts$/

/** The running stack behind the development server. */
const stack = process.env.BASE_URL || 'http://localhost:8080'

export default defineConfig({
  plugins: [reactRouter()],
  css: { postcss: { plugins: [mobileLayout()] } },
  // The page carries the version that /api/version answers with, so an open tab can tell a release.
  define: {
    __APP_VERSION__: JSON.stringify(process.env.APP_VERSION || 'dev'),
    __PAGE_COLORS__: JSON.stringify(pageColors()),
    __PUBLIC_URL__: JSON.stringify(process.env.PUBLIC_URL || 'http://localhost:8080'),
  },
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs travels as one file: it compresses better and outlives a release.
        // The data client stays out: the first screen does not wait for it.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: core, priority: 2 },
            { name: 'shell', test: shell, priority: 1 },
            // Named before the tools, which would take along what they stand on.
            { name: 'typography', test: typography, priority: 1 },
            { name: 'data', test: data },
            { name: 'tools', test: tools },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': stack,
      '/media': stack,
      // As the gateway does: the page for a browser that asks for HTML, the service for all others.
      '/notifications': {
        target: stack,
        bypass: (request) => (request.headers.accept?.includes('text/html') ? request.url : null),
      },
    },
  },
})
