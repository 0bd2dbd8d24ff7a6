import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { routeTable } from './routeTable.ts'

// The page with all UI elements exists only in development builds.
const workshop =
  process.env.NODE_ENV === 'development'
    ? [route('dev/ui', 'routes/devUi.tsx', { id: 'page:dev' })]
    : []

export default [
  ...routeTable.map(({ path, file }) =>
    path === '/' ? index(file) : route(path.slice(1), file, { id: `page:${path}` }),
  ),
  ...workshop,
  route('*', 'routes/notFound.tsx', { id: 'page:*' }),
] satisfies RouteConfig
