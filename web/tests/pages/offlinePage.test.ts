import { expect, it } from 'vitest'
import { offlinePage } from '../../scripts/webApp.mjs'

it('contains its styles: none is linked that a cache might lack', () => {
  const html = offlinePage('h1{color:red}', '/assets/boot-1.js')
  expect(html).toContain('<style>h1{color:red}</style>')
  expect(html).not.toContain('rel="stylesheet"')
})
