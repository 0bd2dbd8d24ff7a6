import { type SectionKey, sectionPath } from '../../../features/admin/sectionPaths.ts'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { panel, sectionNames } from '../../../shared/texts/adminPanel.ts'

/** Each section has a title of its own: several open tabs and the history of the browser tell them apart. */
export const sectionMeta = (key: SectionKey) => () => {
  const title = key === 'overview' ? panel.title : `${sectionNames[key]} — ${panel.title}`
  return hiddenMeta({ ...panel, title }, sectionPath(key))
}
