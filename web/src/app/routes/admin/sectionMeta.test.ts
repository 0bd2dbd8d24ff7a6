import { expect, it } from 'vitest'
import { sectionKeys } from '../../../features/admin/sectionPaths.ts'
import { createSectionMeta } from './sectionMeta.ts'

const readTitle = (key: (typeof sectionKeys)[number]) =>
  createSectionMeta(key)().flatMap((tag) => ('title' in tag ? [tag.title] : []))[0]

it('each section of the panel has a title of its own', () => {
  expect(readTitle('articles')).toContain('Статьи')
  expect(new Set(sectionKeys.map(readTitle)).size).toBe(sectionKeys.length)
})
