import { afterEach, expect, it } from 'vitest'
import { meta } from '../../app/root.tsx'
import { readPrerenderedHead } from './prerenderedHead.ts'

afterEach(() => {
  document.head.innerHTML = ''
  readPrerenderedHead()
})

it('the root renders no title or robots tag of its own if the page has a prerendered head', () => {
  expect(meta()).toContainEqual({ name: 'robots', content: 'noindex' })
  document.head.innerHTML =
    '<title>Статья</title><meta name="description" content="О чём" data-page>'
  readPrerenderedHead()
  expect(meta()).toEqual([])
})
