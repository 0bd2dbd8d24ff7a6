import { expect, it } from 'vitest'
import { sectionKeys } from '../../../features/admin/sectionPaths.ts'
import { createSectionMeta } from './sectionMeta.ts'

it('each section of the panel has a title of its own', () => {
  const titles = sectionKeys.map((key) => {
    const title = createSectionMeta(key)().find((tag) => 'title' in tag)
    return title && 'title' in title ? title.title : undefined
  })
  expect(new Set(titles).size).toBe(sectionKeys.length)
  expect(titles[1]).toContain('Статьи')
})
