import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { routeTable } from './routeTable.ts'

export default [
  ...routeTable.map(({ path, file }) =>
    path === '/' ? index(file) : route(path.slice(1), file, { id: `page:${path}` }),
  ),
  route('*', 'routes/notFound.tsx', { id: 'page:*' }),
] satisfies RouteConfig
