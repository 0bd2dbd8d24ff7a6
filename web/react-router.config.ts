import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from './src/app/routeTable.ts'

export default {
  appDirectory: 'src/app',
  ssr: false,
  // A loader is in the chunk of its page. A separate chunk would be named in the route list, which
  // is part of every first load.
  splitRouteModules: false,
  prerender: prerenderedPaths,
} satisfies Config
