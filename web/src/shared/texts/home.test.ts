import { expect, it } from 'vitest'
import { typographer } from '../../lib/typography.ts'
import { hero } from './home.ts'

it('the first screen has the non-breaking spaces that the typographer would set', () => {
  for (const text of [...hero.lines, hero.lead]) expect(text).toBe(typographer(text))
  expect(hero.lead).toContain('\u00a0')
})
