import { type SectionKey, sectionPath } from '../../../features/admin/sectionPaths.ts'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { panel, sectionNames } from '../../../shared/texts/adminPanel.ts'

/** Each section has its own title, which identifies it among tabs and in the browser history. */
export const sectionMeta = (key: SectionKey) => () => {
  const title = key === 'overview' ? panel.title : `${sectionNames[key]} — ${panel.title}`
  return hiddenMeta({ ...panel, title }, sectionPath(key))
}
