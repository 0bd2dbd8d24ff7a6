import {
  index,
  layout,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes'
import { routeTable } from './routeTable.ts'

type Entry = (typeof routeTable)[number]

const describePage = ({ path, file }: Entry): RouteConfigEntry =>
  path === '/' ? index(file) : route(path.slice(1), file, { id: `page:${path}` })

/** Folders with a layout.tsx, which all pages of the folder share. */
const layouts = ['routes/admin/', 'routes/dashboard/', 'routes/personal/']
const listPagesIn = (folder: string) => routeTable.filter(({ file }) => file.startsWith(folder))
const others = routeTable.filter(({ file }) => !layouts.some((folder) => file.startsWith(folder)))

export default [
  ...others.map(describePage),
  ...layouts.map((folder) => layout(`${folder}layout.tsx`, listPagesIn(folder).map(describePage))),
  route('*', 'routes/notFound.tsx', { id: 'page:*' }),
] satisfies RouteConfig
