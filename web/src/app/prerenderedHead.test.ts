import { afterEach, expect, it } from 'vitest'
import { readPrerenderedHead } from './prerenderedHead.ts'
import { meta } from './root.tsx'

afterEach(() => {
  document.head.innerHTML = ''
  readPrerenderedHead()
})

it('renders no title and no robots of its own beside a prerendered head', () => {
  expect(meta()).toContainEqual({ name: 'robots', content: 'noindex' })
  document.head.innerHTML =
    '<title>Статья</title><meta name="description" content="О чём" data-page>'
  readPrerenderedHead()
  expect(meta()).toEqual([])
})
