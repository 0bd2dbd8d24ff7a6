import { buildSectionPath, type SectionKey } from '../../../features/admin/sectionPaths.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { panel, sectionNames } from '../../../shared/texts/adminPanel.ts'

/** Each section has its own title, which identifies it among tabs and in the browser history. */
export const createSectionMeta = (key: SectionKey) => () => {
  const title = key === 'overview' ? panel.title : `${sectionNames[key]} — ${panel.title}`
  return createHiddenMeta({ ...panel, title }, buildSectionPath(key))
}
