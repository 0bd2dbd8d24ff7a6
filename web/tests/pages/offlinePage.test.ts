import { expect, it } from 'vitest'
import { buildOfflinePage } from '../../scripts/webApp.mjs'

it('the offline page contains its styles, because a cache might lack a linked file', () => {
  const html = buildOfflinePage('h1{color:red}', '/assets/boot-1.js')
  expect(html).toContain('<style>h1{color:red}</style>')
  expect(html).not.toContain('rel="stylesheet"')
})
