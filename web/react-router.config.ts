import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from './src/app/routeTable.ts'

export default {
  appDirectory: 'src/app',
  ssr: false,
  // A loader comes with the page that it asks for: a chunk of its own would be named in the list that every first load waits for.
  splitRouteModules: false,
  prerender: prerenderedPaths,
} satisfies Config
