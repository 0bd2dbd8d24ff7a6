// The sections of the panel by their addresses; the first is the panel's own.

import { pages } from '../../app/paths.ts'
import { sectionNames } from '../../app/texts/adminPanel.ts'

export type SectionKey = keyof typeof sectionNames

export const sectionKeys = Object.keys(sectionNames) as SectionKey[]

export const sectionPath = (key: SectionKey) =>
  key === 'overview' ? pages.admin : pages.adminSection(key)
