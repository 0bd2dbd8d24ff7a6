// The admin sections and their paths. The overview is at the panel's root.

import { pages } from '../../shared/paths.ts'
import { sectionNames } from '../../shared/texts/adminPanel.ts'

export type SectionKey = keyof typeof sectionNames

export const sectionKeys = Object.keys(sectionNames) as SectionKey[]

export const buildSectionPath = (key: SectionKey) =>
  key === 'overview' ? pages.admin : pages.adminSection(key)
