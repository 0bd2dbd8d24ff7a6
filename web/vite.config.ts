import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { mobileLayout } from './scripts/mobileLayout.mjs'
import { readPageColors } from './scripts/pageColors.mjs'

const core =
  /node_modules[\\/](?:\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/])?(?:react|react-dom|react-router|scheduler|react-redux|redux|redux-thunk|immer|reselect)[\\/]|redux-toolkit\.modern/

// The shell of every page as one file: one request instead of fifteen.
const shell = new RegExp(
  [
    'src/features/shell/(?!followHash|Footer|NotFoundPage|MobileMenu|SiteStamp|ratesApi|FloatingButtons|Community|widgets)',
    'src/app/(?:store|hooks|ShellFrame)\\.',
    'src/api/(?:settings|initialSettings|sessionSlice|sessionActions|servedRecord|servedRecordId|ServedRecordPlace)\\.',
    'src/platform/(?:hydration|env|storage|deferredPart|missingCode|unsentInput|motion|layout|useHydrated)\\.',
    'src/shared/(?:confirmLeaving|signInSlice|sessionBannerSlice|paths|brand|routeHandle|ErrorBoundary|ShellSlot|texts/shell|texts/text)\\.',
    'src/shared/head/pageMeta\\.',
    'src/ui/(?:Button|Icon|frameIcons|IconButton|PhoneLink|classes|texts)\\.',
    'vite/(?:modulepreload-polyfill|preload-helper)',
  ].join('|'),
)

// Code loaded after the first paint comes in small chunks, and each costs a link and a request. Chunks that
// many parts share, and that have no styles, are merged.
const data =
  /src\/(?:api\/(?:api|endpoints|tags|posts|cars|calls|sessionRenewal|liveActions|settingsApi)|app\/startData)\.ts$/
const tools =
  /src\/(?:lib\/(?:numbers|dates|caret)|ui\/(?:icons|use(?:Width|ReducedMotion|InView))|platform\/thirdParty|shared\/(?:limits|calculatorLink|engagement|cars\/carBodies|cars\/carDrawings))\.ts$/
// The fields of a form, and the other parts of a form with a phone and a consent: always loaded together.
const fields = /src\/ui\/(?:Field|TextField|NumberField)\./
const forms =
  /src\/(?:shared\/form\/|shared\/(?:useSingleFlight|ActionError)\.|ui\/(?:PhoneField|TextArea|Checkbox|FormSummary)\.|lib\/phone\.)/
/** The sections of a page, and the dimension lines in them. */
const journey = /src\/ui\/(?:journey\/JourneySection|DimensionLine)\./
/** The states of a part without data: empty, failed, loading. */
const states = /src\/ui\/(?:Note|EmptyState|Skeleton)\./
const typography = /src\/lib\/typography\.ts$/

// @react-router/dev gives each page ten seconds to be prerendered. That is too short on a small server that serves
// the site while it builds the next release.
const createTimeout = AbortSignal.timeout.bind(AbortSignal)
AbortSignal.timeout = (milliseconds) => createTimeout(Math.max(milliseconds, 120_000))

/** The running stack that the development server proxies to. */
const stack = process.env.BASE_URL || 'http://localhost:8080'

export default defineConfig({
  plugins: [reactRouter()],
  css: { postcss: { plugins: [mobileLayout()] } },
  // The page has the version that /api/version returns, so an open tab can detect a release.
  define: {
    __APP_VERSION__: JSON.stringify(process.env.APP_VERSION || 'dev'),
    __PAGE_COLORS__: JSON.stringify(readPageColors()),
    __PUBLIC_URL__: JSON.stringify(process.env.PUBLIC_URL || 'http://localhost:8080'),
  },
  build: {
    assetsInlineLimit: 0,
    // For the styles of lazy parts (scripts/pages/lateStyles.ts).
    manifest: true,
    // Each page loads these chunks, so lazy parts need not list them. Names with a hash compress badly.
    modulePreload: {
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(?:vendor|rolldown-runtime|shell)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        // One file for what every page needs: it compresses better and stays cached across releases.
        // RTK Query is not in it: the first paint does not need it.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: core, priority: 3 },
            { name: 'shell', test: shell, priority: 1 },
            // A group also takes the modules that its modules import, so it comes after the groups that it needs.
            { name: 'typography', test: typography, priority: 1 },
            { name: 'journey', test: journey },
            { name: 'tools', test: tools },
            { name: 'states', test: states },
            { name: 'data', test: data },
            { name: 'fields', test: fields },
            { name: 'forms', test: forms },
          ],
        },
      },
    },
  },
  // Prerendering requests the pages from this server. `localhost` is ::1 for a listener and 127.0.0.1 for a client where the machine has no
  // IPv6 but its hosts file does, as in a build of an image.
  preview: { host: '127.0.0.1' },
  server: {
    proxy: {
      '/api': stack,
      '/media': stack,
      // As the gateway does: the page for a browser that accepts HTML, the service for other clients.
      '/notifications': {
        target: stack,
        bypass: (request) => (request.headers.accept?.includes('text/html') ? request.url : null),
      },
    },
  },
})
