import { HomePage } from '../../features/home/HomePage.tsx'
import { autoDealer, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { home } from '../texts/home.ts'

export const meta = () =>
  pageMeta({
    title: home.title,
    description: home.description,
    path: pages.home,
    jsonLd: [autoDealer()],
  })

export const handle: Sheet = { sheet: home.sheet, scale: '1 : 20' }

export default HomePage
