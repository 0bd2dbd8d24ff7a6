import { NotFoundPage } from '../../features/shell/NotFoundPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { notFound } from '../texts/shell.ts'

export const meta = () =>
  pageMeta({
    title: notFound.title,
    description: notFound.description,
    path: pages.notFound,
    hidden: true,
  })

export const handle: Sheet = { sheet: notFound.title, scale: '1 : ∞' }

export default NotFoundPage
